import CommandLineKit
import Tables

/// A text as a JSON string.
func appendJSON(_ text: String, to bytes: inout [UInt8]) {
  var quoted = ""
  JSONValue.quote(text, into: &quoted)
  bytes += quoted.utf8
}

/// A number; what is none is the string `nan`, `inf` or `-inf`.
func appendJSON(_ value: Double, decimals: Int?, to bytes: inout [UInt8]) {
  if !value.isFinite { bytes.append(UInt8(ascii: "\"")) }
  NumberText.append(value, to: &bytes, decimals: decimals)
  if !value.isFinite { bytes.append(UInt8(ascii: "\"")) }
}

extension StringColumn {
  /// The text of a row; nil where it is missing.
  func text(_ row: Int) -> String? {
    let code = Int(codes[row])
    return dictionary.indices.contains(code) ? dictionary[code] : nil
  }
}
