import Testing
@testable import MockAPNsCore
@Suite struct Placeholder { @Test func placeholder() {} }
