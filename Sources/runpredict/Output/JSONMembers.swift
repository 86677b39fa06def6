import ModelSpec
import Tables
import TabularML

extension JSONRows {
  /// The members of a row as they stand in its line; a name that an output has gets `_true`.
  ///
  /// Of a line that is no JSON it is what stands before the fault.
  func appendMembers(
    _ row: Int, besides outputs: [FeatureDescription], isFirst: inout Bool, to bytes: inout [UInt8]
  ) {
    var cursor = JSONCursor(block.text, block.ranges[range.lowerBound + row])
    guard (try? cursor.token()) == .object else { return }
    cursor.open()
    var isFirstMember = true
    while let name = try? cursor.nextMember(isFirst: isFirstMember) {
      isFirstMember = false
      guard (try? cursor.token()) != nil else { return }
      let start = cursor.index
      guard (try? cursor.skip()) != nil else { return }
      let text = cursor.string(name)
      let isTaken = outputs.contains { $0.name == text }
      appendJSONKey(jsonKey(isTaken ? text + "_true" : text), isFirst: &isFirst, to: &bytes)
      bytes += block.text[start..<cursor.index]
    }
  }
}
