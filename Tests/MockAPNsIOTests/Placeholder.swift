import Testing
@testable import MockAPNsIO
@Suite struct Placeholder { @Test func placeholder() {} }
