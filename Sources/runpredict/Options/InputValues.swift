import CommandLineKit
import Laps
import Tables

/// `FEATURE=COLUMN` or `FEATURE==TEXT`.
struct FeatureMapping: ExpressibleByArgument {
  var mapping: ColumnMapping

  init(argument: String) throws(InvalidValue) {
    guard let mapping = ColumnMapping(argument) else {
      throw InvalidValue("should be FEATURE=COLUMN or FEATURE==TEXT")
    }
    self.mapping = mapping
  }
}

/// A length such as `10km` or `half`.
struct GoalDistance: ExpressibleByArgument {
  var metres: Double
  /// As it was written.
  var text: String

  init(argument: String) throws(InvalidValue) {
    guard let metres = DistanceText.metres(argument), metres > 0 else {
      throw InvalidValue("should be a length such as 10km, 5mi, 800m, half or marathon")
    }
    self.metres = metres
    text = argument
  }
}

extension LapOptions.Units: ExpressibleByArgument {}

/// The character between cells.
struct CellDelimiter: ExpressibleByArgument {
  var byte: UInt8

  init(argument: String) throws(InvalidValue) {
    let text = argument == "tab" || argument == "\\t" ? "\t" : argument
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""),
      byte == UInt8(ascii: "\t") || byte >= UInt8(ascii: " ")
    else { throw InvalidValue("should be one character such as ; or |, or tab") }
    self.byte = byte
  }
}

/// The mark before the decimals.
struct Decimal: ExpressibleByArgument {
  var mark: DecimalMark

  init(argument: String) throws(InvalidValue) {
    switch argument {
    case ".": mark = .dot
    case ",": mark = .comma
    default: throw InvalidValue("should be . or ,")
    }
  }
}

/// A name of an encoding.
struct EncodingName: ExpressibleByArgument {
  var encoding: TextEncoding

  init(argument: String) throws(InvalidValue) {
    guard let encoding = TextEncoding(name: argument) else {
      throw InvalidValue("should be utf-8, utf-16le, utf-16be, windows-1252 or iso-8859-1")
    }
    self.encoding = encoding
  }
}
