import Testing

@testable import MockAPNsIO

@Suite("Header fields in one buffer")
struct HTTPFieldsTests {
  @Test("come back in order, with duplicates, empty names and values")
  func order() {
    var fields = HTTPFields()
    fields.append(name: "a", value: "1")
    fields.append(name: [], value: [])
    fields.append(name: "a", value: [0, 255])
    #expect(fields.count == 3)
    #expect(fields.map { Array($0.name) } == [[97], [], [97]])
    #expect(fields.map { Array($0.value) } == [[49], [], [0, 255]])
    #expect(fields.listSize == 34 + 32 + 35)
    #expect(fields.map(\.isValid) == [true, true, true])
  }

  @Test("are found by a literal of the same length and bytes")
  func named() throws {
    var fields = HTTPFields()
    fields.append(name: "apns-id", value: "1")
    let field = try #require(fields.first)
    #expect(field.isNamed("apns-id"))
    #expect(!field.isNamed("apns-ie") && !field.isNamed("apns-i") && !field.isNamed("apns-id2"))
  }

  @Test("an index stays good after a copy, and an empty list has none")
  func indices() throws {
    var fields = HTTPFields()
    #expect(fields.isEmpty && fields.startIndex == fields.endIndex)
    fields.append(name: "a", value: "1")
    fields.append(name: "b", value: "2")
    let index = try #require(fields.firstIndex { $0.isNamed("b") })
    let copy = fields
    fields.removeAll()
    #expect(fields.isEmpty && fields.listSize == 0)
    #expect(Array(copy[index].value) == [50])
  }
}
