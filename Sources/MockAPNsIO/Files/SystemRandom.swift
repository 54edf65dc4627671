/// The system's source of unpredictable bytes.
package enum SystemRandom {
  /// Swift's own generator reads getrandom(2) or arc4random(3) and cannot fail.
  package static func bytes(_ count: Int) -> [UInt8] {
    var source = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
  }

  package static func number() -> UInt64 {
    var source = SystemRandomNumberGenerator()
    return source.next()
  }
}
