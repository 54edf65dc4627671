import MockAPNsIO

/// What commands print.
enum Output {
  /// Writes a line to standard output at once.
  static func line(_ text: String) {
    StandardStream.output.write(text + "\n")
  }

  /// Writes text to standard output at once.
  static func text(_ text: String) {
    StandardStream.output.write(text)
  }

  /// Writes a line to standard error at once, where logs go.
  static func log(_ text: String) {
    StandardStream.error.write("mock-apns: \(text)\n")
  }
}
