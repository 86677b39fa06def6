import ModelSpec
import Tables

/// A row has another shape than the rows of the batch so far.
struct ShapeChange: Error {
  var found: [Int]
}

extension ColumnBuilder {
  /// How many numbers stand for missing arrays at most when the first array comes.
  private static let largestFill = 1 << 20

  /// Adds the value at a cursor, which then stands behind it; nothing is added when this throws.
  ///
  /// Numbers of arrays are rounded to the declared type of their elements.
  ///
  /// - Throws: `JSONFailure`, `ValueFailure` or `ShapeChange`.
  mutating func append(_ cursor: inout JSONCursor) throws {
    let token = try cursor.token()
    switch (feature.type, token) {
    case (.double, .number), (.double, .text): doubles.append(try cursor.double())
    case (.int64, .number): int64s.append(try cursor.int64())
    case (.string, .text): append(cursor.string(try cursor.text()))
    case (.multiArray(let type), .array): try appendArray(&cursor, type)
    case (.multiArray(let type), .number)
    where isShapeFixed ? elementCount(shape) == 1 : type.rowShape.isEmpty:
      let element = try cursor.element(type.dataType)
      if shape != type.rowShape { try settle(type.rowShape, cursor.index, doubles.count) }
      hasShape = true
      doubles.append(element)
    case (.dictionary(.int64), .object):
      int64Dictionaries.append(try cursor.dictionary { Int64($0) })
    case (.dictionary(.string), .object): stringDictionaries.append(try cursor.dictionary { $0 })
    case (.sequence(.int64, _), .array):
      int64Sequences.append(
        try cursor.list { cursor, token in
          guard token == .number else { throw ValueFailure(.wrongType, at: cursor.index) }
          return try cursor.int64()
        })
    case (.sequence(.string, _), .array):
      stringSequences.append(
        try cursor.list { cursor, token in
          guard token == .text else { throw ValueFailure(.wrongType, at: cursor.index) }
          return cursor.string(try cursor.text())
        })
    default: throw ValueFailure(.wrongType, at: cursor.index)
    }
    missing?.append(false)
    rowCount += 1
  }

  private mutating func appendArray(_ cursor: inout JSONCursor, _ type: ArrayFeatureType) throws {
    let (start, offset) = (doubles.count, cursor.index)
    do {
      var lengths: [Int?] = []
      try cursor.appendElements(to: &doubles, type.dataType, &lengths, depth: 0)
      let found = lengths.compactMap { $0 }
      if found != shape { try settle(found, offset, start) }
      hasShape = true
    } catch {
      doubles.removeLast(doubles.count - start)
      throw error
    }
  }

  /// Adds a number as an array of one element in the declared shape; false if it is beyond the type.
  mutating func appendElement(_ number: Double) throws -> Bool {
    guard case .multiArray(let type) = feature.type,
      let element = type.dataType.element(number)
    else { return false }
    if type.rowShape != shape { try settle(type.rowShape, 0, doubles.count) }
    hasShape = true
    doubles.append(element)
    missing?.append(false)
    rowCount += 1
    return true
  }

  /// Takes another shape than the one so far, if no row has an array yet.
  private mutating func settle(
    _ found: [Int], _ offset: Int, _ start: Int
  ) throws {
    if isShapeFixed {
      throw ValueFailure(.wrongShape(expected: shape, found: found), at: offset)
    }
    let size = rowCount.multipliedReportingOverflow(by: elementCount(found) ?? .max)
    // Many rows without a value need not be filled up to a large array.
    if hasShape || size.overflow || size.partialValue > ColumnBuilder.largestFill {
      throw ShapeChange(found: found)
    }
    shape = found
    doubles.replaceSubrange(..<start, with: repeatElement(0.0, count: size.partialValue))
  }
}

extension JSONCursor {
  /// A number, or one of the words for numbers that are none.
  fileprivate mutating func double() throws -> Double {
    let offset = index
    guard bytes[index] != UInt8(ascii: "\"") else {
      let text = try text()
      for (word, value) in JSONCursor.specialNumbers where isEqual(text, word) { return value }
      throw ValueFailure(.wrongType, at: offset)
    }
    let range = try number()
    do { return try double(range) } catch { throw ValueFailure(.beyondType, at: offset) }
  }

  fileprivate mutating func int64() throws -> Int64 {
    let range = try number()
    do throws(NumberFailure) {
      return try int64(range)
    } catch {
      throw ValueFailure(error == .notWhole ? .notWhole : .beyondType, at: range.lowerBound)
    }
  }

  private static let specialNumbers: [([UInt8], Double)] = [
    (Array("nan".utf8), .nan), (Array("inf".utf8), .infinity), (Array("-inf".utf8), -.infinity),
  ]

  /// A number as an element of an array.
  fileprivate mutating func element(_ type: ArrayFeatureType.DataType) throws -> Double {
    let offset = index
    let number = try double()
    if let element = type.element(number) { return element }
    let isFraction = type.isInteger && number != number.rounded()
    throw ValueFailure(isFraction ? .notWhole : .beyondType, at: offset)
  }

  /// An array of single values.
  fileprivate mutating func list<Element>(
    _ element: (inout JSONCursor, Token) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    open()
    while try nextElement(isFirst: elements.isEmpty) {
      let token = try token()
      elements.append(try element(&self, token))
    }
    return elements
  }

  /// An object of numbers; a key with `null` counts as not there.
  fileprivate mutating func dictionary<Key: Hashable>(
    _ key: (String) -> Key?
  ) throws -> [Key: Double] {
    var entries: [Key: Double] = [:]
    var isFirst = true
    open()
    while let name = try nextMember(isFirst: isFirst) {
      isFirst = false
      let offset = nameOffset
      guard let key = key(string(name)) else { throw ValueFailure(.badKey, at: offset) }
      switch try token() {
      case .null: word()
      case .number, .text:
        let value = try double()
        if entries.updateValue(value, forKey: key) != nil {
          throw ValueFailure(.duplicateKey, at: offset)
        }
      default: throw ValueFailure(.wrongType, at: index)
      }
    }
    return entries
  }

  /// Adds the numbers of nested arrays in C order; `lengths` has the length of each level so far.
  fileprivate mutating func appendElements(
    to elements: inout [Double], _ type: ArrayFeatureType.DataType, _ lengths: inout [Int?],
    depth: Int
  ) throws {
    guard depth < JSONCursor.depthLimit else {
      throw JSONFailure(.tooDeep, at: index)
    }
    let offset = index
    if lengths.count == depth { lengths.append(nil) }
    open()
    var count = 0
    while try nextElement(isFirst: count == 0) {
      switch try token() {
      case .array:
        // A number stood where this array stands.
        if lengths.count == depth + 1, lengths[depth] != nil || count > 0 {
          throw ValueFailure(.ragged, at: index)
        }
        try appendElements(to: &elements, type, &lengths, depth: depth + 1)
      case .number, .text:
        if lengths.count > depth + 1 { throw ValueFailure(.ragged, at: index) }
        elements.append(try element(type))
      default: throw ValueFailure(.wrongType, at: index)
      }
      count += 1
    }
    if let length = lengths[depth], length != count { throw ValueFailure(.ragged, at: offset) }
    lengths[depth] = count
  }
}
