import CMockAPNsSQLite

extension Database {
  /// Gives SQL a scalar function whose result depends on its arguments alone.
  ///
  /// What the body throws becomes the statement's error. It runs on the owner's thread.
  package func addFunction(
    _ name: String, argumentCount: Int32, _ body: @escaping ([SQLiteValue]) throws -> SQLiteValue
  ) throws(SQLiteError) {
    try register(name, argumentCount: argumentCount, ScalarFunction(body))
  }
}

/// The Swift side of a function that SQL can call.
final class ScalarFunction {
  private let body: ([SQLiteValue]) throws -> SQLiteValue

  init(_ body: @escaping ([SQLiteValue]) throws -> SQLiteValue) {
    self.body = body
  }

  static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, arguments in
    guard let box = sqlite3_user_data(context) else { return }
    let values = UnsafeBufferPointer(start: arguments, count: Int(count)).map { SQLiteValue($0) }
    Unmanaged<ScalarFunction>.fromOpaque(box).takeUnretainedValue().answer(values, to: context)
  }

  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { box in
    guard let box else { return }
    Unmanaged<ScalarFunction>.fromOpaque(box).release()
  }

  private func answer(_ values: [SQLiteValue], to context: OpaquePointer?) {
    do {
      try body(values).becomeResult(of: context)
    } catch {
      sqlite3_result_error(context, String(describing: error), -1)
    }
  }
}
