/// The types of a contract as tables that name one another by index.
struct ContractTypes: Sendable, Equatable {
  typealias Index = Int

  /// How a type decodes; holds indices only, so that reading one costs no reference count.
  enum Shape: Sendable, Equatable {
    case bool
    case string
    case integer(IntegerKind)
    case float
    case double
    case decimal
    case date
    case data
    case url
    case uuid
    case optional(Index)
    /// An array or a set.
    case array(Index)
    /// `[lower, upper]` in order; both kinds of range may be empty or hold one value.
    case range(bound: Index)
    case partialRange(bound: Index)
    /// `[first, second]`, such as a CGPoint; more elements are ignored.
    case pair(Index, Index)
    /// A dictionary that is an object.
    case object(key: Key, value: Index)
    /// A dictionary that is an array of keys and values in turn.
    case flatPairs(key: Index, value: Index)
    case structure(Members)
    case rawEnum(Int)
    case caseEnum(Int)
  }

  /// What the names in the object of a dictionary are read as.
  enum Key: Sendable, Equatable {
    case string
    case int
    /// The raw values of an enum that is `CodingKeyRepresentable`.
    case rawEnum(Int)
  }

  /// Consecutive entries of `members`.
  struct Members: Sendable, Equatable {
    var first: Int
    var count: Int

    var range: Range<Int> { first..<(first + count) }
  }

  /// A stored property, or a value that an enum case carries.
  struct Member: Sendable, Equatable {
    var key: String
    var type: Index
    /// Absent and null are nil.
    var isOptional: Bool
  }

  /// The values that an enum is made from, in the order of its cases.
  enum RawValues: Sendable, Equatable {
    case texts([String])
    case integers(IntegerKind, [Int128])
    case doubles([Double])
    case floats([Float])
  }

  /// A case of an enum without raw values.
  struct Case: Sendable, Equatable {
    var key: String
    var values: Members
  }

  var shapes: [Shape] = []
  /// As messages call the types; parallel to `shapes`.
  var names: [String] = []
  /// Whether a Date is in the type or below it; parallel to `shapes`.
  var holdsDate: [Bool] = []
  var members: [Member] = []
  var rawEnums: [RawValues] = []
  var caseEnums: [[Case]] = []
}

/// The integer types that decode by their range alone.
enum IntegerKind: String, Sendable, CaseIterable {
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"

  /// The type has 64 bits wherever Live Activities run, also as `Int`.
  var range: ClosedRange<Int128> {
    switch self {
    case .int, .int64: Int128(Int64.min)...Int128(Int64.max)
    case .int8: -0x80...0x7F
    case .int16: -0x8000...0x7FFF
    case .int32: -0x8000_0000...0x7FFF_FFFF
    case .uint, .uint64: 0...Int128(UInt64.max)
    case .uint8: 0...0xFF
    case .uint16: 0...0xFFFF
    case .uint32: 0...0xFFFF_FFFF
    }
  }
}
