import Testing

@testable import MockAPNsCore

@Suite("A near miss")
struct NearMissTests {
  @Test(
    "is found by case, by a letter, and by two letters that changed places",
    arguments: [
      ("Alert", "alert"), ("alrt", "alert"), ("alerrt", "alert"), ("alxrt", "alert"), ("laert", "alert"),
      ("backgroudn", "background"), ("bckgrond", "background"), ("VOPI", "voip"),
    ])
  func found(_ text: String, _ meant: String) {
    #expect(NearMiss.closest(to: text, among: ["background", "alert", "voip"]) == meant)
    #expect(NearMiss.hint(text, among: [meant]) == "; did you mean \"\(meant)\"?")
  }

  @Test("is not what is right, nor what is far", arguments: ["alert", "alr", "voice", "", "bckgrnd_ps", "xyz"])
  func notFound(_ text: String) {
    #expect(NearMiss.closest(to: text, among: ["background", "alert", "voip"]) == nil)
    #expect(NearMiss.hint(text, among: []) == "")
  }

  @Test("is the same in whatever order the candidates come")
  func order() {
    let names = ["KEY1", "KEY2", "KEY3"]
    #expect(NearMiss.closest(to: "KEY9", among: names) == "KEY1")
    #expect(NearMiss.closest(to: "KEY9", among: names.reversed()) == "KEY1")
  }

  @Test("looks at the beginning of long texts only")
  func long() {
    let long = String(repeating: "x", count: 100_000)
    #expect(NearMiss.closest(to: long, among: [String(repeating: "x", count: 80)]) != nil)
  }
}
