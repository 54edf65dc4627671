import MockAPNs
import MockAPNsCore

extension Command {
  static let check = Command(
    name: "check", summary: "Judges payload files by the gateway's rules, without one: 0 clean, 1 not, 2 unusable.",
    options: [
      Option(name: "push-type", value: "TYPE", meaning: "apns-push-type (liveactivity with an event, else alert)."),
      Option(name: "header", value: "N:V", meaning: "A request header.", isRepeatable: true, short: "-H"),
      Option(name: "format", value: "text|json|github|junit", meaning: "How findings are printed (text)."),
    ], operands: "FILE…"
  ) { arguments throws(CommandFailure) in
    guard let format = CheckFormat(rawValue: arguments["format"] ?? "text") else {
      throw CommandFailure("--format must be text, json, github or junit", code: 2)
    }
    guard !arguments.operands.isEmpty else {
      throw CommandFailure("check needs a file, or - for standard input", code: 2)
    }
    let (checked, unusable) = try judge(arguments)
    Output.text(format.text(checked))
    if !unusable.isEmpty { throw CommandFailure(unusable.joined(separator: "; "), code: 2) }
    if !checked.allSatisfy(\.report.isClean) { throw CommandFailure("") }
  }
}

extension Command {
  /// Every file that can be read, judged, and a sentence for each that cannot.
  private static func judge(_ arguments: Arguments) throws(CommandFailure) -> ([CheckedFile], [String]) {
    var (checked, unusable): ([CheckedFile], [String]) = ([], [])
    let check: PayloadCheck
    do throws(GatewayError) {
      check = try PayloadCheck(pushType: arguments["push-type"], headers: headers(arguments))
    } catch {
      throw CommandFailure(error.description, code: 2)
    }
    for path in arguments.operands {
      do throws(GatewayError) {
        checked.append(CheckedFile(path: path, report: check.judge(try PushFile.bytes(of: path))))
      } catch {
        unusable.append(error.description)
      }
    }
    return (checked, unusable)
  }
}

/// One file and what the gateway would say of it.
struct CheckedFile {
  var path: String
  var report: PayloadCheck.Report

  /// Everything that is not in order, a refusal first.
  var remarks: [PayloadCheck.Remark] {
    guard report.status != 200 else { return report.findings }
    let refusal = PayloadCheck.Remark(
      id: report.reason ?? String(report.status), message: report.explanation)
    return [refusal] + report.findings
  }
}

/// How findings are printed.
enum CheckFormat: String {
  case text, json, github, junit

  func text(_ files: [CheckedFile]) -> String {
    switch self {
    case .text: files.map(Self.plain).joined()
    case .json: Self.json(files).text(.pretty) + "\n"
    case .github: files.flatMap { file in file.remarks.map { Self.annotation($0, file) } }.joined()
    case .junit: Self.junit(files)
    }
  }

  private static func plain(_ file: CheckedFile) -> String {
    if file.report.isClean { return "\(file.path): clean\n" }
    return file.remarks.map { remark in
      "\(file.path)\(remark.line.map { ":\($0)" } ?? ""): \(remark.id): \(remark.message)\n"
    }.joined()
  }

  private static func json(_ files: [CheckedFile]) -> JSON {
    .array(
      files.map { file in
        let findings = file.report.findings.map { remark -> JSON in
          [
            "id": .string(remark.id), "message": .string(remark.message),
            "path": remark.path.map(JSON.string) ?? .null, "line": remark.line.map { .integer($0) } ?? .null,
          ]
        }
        return [
          "file": .string(file.path), "status": .integer(file.report.status),
          "reason": file.report.reason.map(JSON.string) ?? .null, "explanation": .string(file.report.explanation),
          "findings": .array(findings),
        ]
      })
  }

  /// A workflow command of GitHub Actions.
  private static func annotation(_ remark: PayloadCheck.Remark, _ file: CheckedFile) -> String {
    let level = file.report.status == 200 ? "warning" : "error"
    let line = remark.line.map { ",line=\($0)" } ?? ""
    let message = escaped(remark.message, [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")])
    return "::\(level) file=\(file.path)\(line),title=\(remark.id)::\(message)\n"
  }

  private static func junit(_ files: [CheckedFile]) -> String {
    let failures = files.count { !$0.report.isClean }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuite name=\"mock-apns check\" tests=\"\(files.count)\" failures=\"\(failures)\">\n"
    for file in files {
      text += "  <testcase name=\"\(xml(file.path))\">"
      for remark in file.remarks { text += "<failure type=\"\(xml(remark.id))\">\(xml(remark.message))</failure>" }
      text += "</testcase>\n"
    }
    return text + "</testsuite>\n"
  }

  private static func xml(_ text: String) -> String {
    escaped(text, [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")])
  }

  private static func escaped(_ text: String, _ pairs: [(Character, String)]) -> String {
    text.map { character in pairs.first { $0.0 == character }?.1 ?? String(character) }.joined()
  }
}
