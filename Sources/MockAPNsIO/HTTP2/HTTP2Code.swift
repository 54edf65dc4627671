/// HTTP/2 error codes that the transport itself uses (RFC 9113 section 7).
package enum HTTP2Code {
  package static let noError: UInt32 = 0
  package static let protocolError: UInt32 = 1
  package static let internalError: UInt32 = 2
  package static let streamClosed: UInt32 = 5
  package static let refusedStream: UInt32 = 7
  package static let cancel: UInt32 = 8
  package static let enhanceYourCalm: UInt32 = 11
}

/// Frame types (RFC 9113 section 6).
enum FrameType {
  static let data: UInt8 = 0
  static let headers: UInt8 = 1
  static let priority: UInt8 = 2
  static let resetStream: UInt8 = 3
  static let settings: UInt8 = 4
  static let ping: UInt8 = 6
  static let goAway: UInt8 = 7
}

/// Frame flags (RFC 9113 section 6).
enum FrameFlag {
  static let endStream: UInt8 = 1
  static let acknowledgement: UInt8 = 1
}

/// Parameters of SETTINGS (RFC 9113 section 6.5.2).
enum SettingIdentifier {
  static let headerTableSize: Int32 = 1
  static let maxConcurrentStreams: Int32 = 3
  static let initialWindowSize: Int32 = 4
  static let maxFrameSize: Int32 = 5
  static let maxHeaderListSize: Int32 = 6
}
