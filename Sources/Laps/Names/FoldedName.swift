import Foundation

/// The readable form of a name, and the key by which names are compared.
package enum FoldedName {
  /// Removes markup, turns blank characters into single spaces and invisible ones into nothing, and
  /// trims; accents are composed.
  package static func fold(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in withoutMarkup(name) {
      if isInvisible(scalar) { continue }
      if isBlank(scalar) {
        pendingSpace = !scalars.isEmpty
      } else {
        if pendingSpace { scalars.append(" ") }
        pendingSpace = false
        scalars.append(scalar)
      }
    }
    let folded = String(scalars)
    return folded.utf8.allSatisfy { $0 < 0x80 }
      ? folded : folded.precomposedStringWithCanonicalMapping
  }

  /// Whether a name is longer than any that means something.
  ///
  /// A cell of megabytes may stand where a name should; it is kept as it is and not taken apart.
  static func isTooLong(_ name: String) -> Bool { name.utf8.count > 256 }

  /// Letters and digits only, without case: `Lap Time`, `lap_time` and `lapTime` have one key.
  static func key(_ folded: String) -> String {
    if isTooLong(folded) { return folded }
    return String(folded.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private static func withoutMarkup(_ name: String) -> String.UnicodeScalarView {
    guard name.utf8.contains(0x3C) else { return name.unicodeScalars }
    var result = String.UnicodeScalarView()
    var rest = name.unicodeScalars[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      result.append(contentsOf: rest[..<open])
      rest = rest[rest.index(after: close)...]
    }
    result.append(contentsOf: rest)
    return result
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFEFF, 0x200B...0x200D, 0x2060: return true
    default: return false
    }
  }
}
