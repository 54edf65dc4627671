import Glibc

/// Feeds the target named by the first argument; all further arguments are libFuzzer's.
@main
enum Fuzz {
  static func main() {
    guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
      stop("usage: Fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) [libFuzzer's arguments]")
    }
    do { take = try target.taker() } catch { stop("\(target) cannot begin: \(error)") }
    var count = CommandLine.argc - 1
    var arguments = CommandLine.unsafeArgv + 1
    exit(runDriver(&count, &arguments, takeOne))
  }

  static func stop(_ message: String) -> Never {
    tell(message)
    exit(2)
  }

  /// One line on standard error.
  static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// Set once before the fuzzer begins; it calls on one thread only.
nonisolated(unsafe) private var take: FuzzTarget.Taker = { _ in }

private func takeOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try take(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    Fuzz.tell("broken rule: \(error)")
    abort()
  }
  return 0
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The fuzzer's own loop, in the runtime that `-sanitize=fuzzer` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<Arguments>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
