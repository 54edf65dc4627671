/// Where the gateway tells of what happens: one line at a time, from every thread.
public struct Log: Sendable {
  private let write: @Sendable (String) -> Void

  /// A log that hands each line, without a line feed, to the closure.
  public init(_ write: @escaping @Sendable (_ line: String) -> Void) {
    self.write = write
  }

  /// A log that says nothing.
  public static let silent = Log { _ in }

  func callAsFunction(_ line: String) {
    write(line)
  }
}
