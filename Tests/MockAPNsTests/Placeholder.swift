import Testing
@testable import MockAPNs
@Suite struct Placeholder { @Test func placeholder() {} }
