/// Reads the numbers and texts of one part of a bundle, from front to back, low bytes first.
struct PartReader {
  /// The path of the part inside the bundle.
  let name: String
  let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], name: String, from position: Int = 0) {
    self.bytes = bytes
    self.name = name
    self.position = position
  }

  init(_ part: String, of folder: BundleFolder) throws(ModelError) {
    self.init(try folder.read(part), name: folder.path(part))
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) throws(ModelError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else {
      throw damaged("it ends before all of what it announces")
    }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type = Number.self
  ) throws(ModelError) -> Number {
    try take(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// A number of elements that each take at least `size` bytes of what is left.
  mutating func count(elementSize size: Int) throws(ModelError) -> Int {
    let start = position
    let count: UInt64 = try number()
    guard count <= UInt64((bytes.count - position) / size) else {
      throw damaged("it announces \(count) elements and has not room for them", at: start)
    }
    return Int(count)
  }

  /// Bytes behind their number.
  mutating func data() throws(ModelError) -> [UInt8] {
    Array(try take(count(elementSize: 1)))
  }

  /// A text behind the number of its bytes.
  mutating func text() throws(ModelError) -> String {
    let start = position
    guard let text = String(validating: try data(), as: UTF8.self) else {
      throw damaged("a text is not UTF-8", at: start)
    }
    return text
  }

  mutating func texts() throws(ModelError) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try count(elementSize: 8)) { texts.append(try text()) }
    return texts
  }

  mutating func float64() throws(ModelError) -> Double { Double(bitPattern: try number()) }

  mutating func float32() throws(ModelError) -> Float { Float(bitPattern: try number()) }

  /// Goes on to the next multiple of a number of bytes.
  mutating func align(to size: Int) throws(ModelError) {
    _ = try take((size - position % size) % size)
  }

  /// A number of which one value is known; any other stands for something that is not.
  mutating func expect<Number: FixedWidthInteger & UnsignedInteger>(
    _ expected: Number, _ what: String
  ) throws(ModelError) {
    let start = position
    let found: Number = try number()
    guard found == expected else {
      throw unknown("\(what) is \(found), of which the meaning is not known", at: start)
    }
  }

  func expectEnd() throws(ModelError) {
    guard isAtEnd else { throw unknown("there is more behind what is known", at: position) }
  }

  /// The part contradicts itself or is cut off.
  func damaged(_ message: String, at place: Int? = nil) -> ModelError {
    ModelError(.bundle, at: "\(name), byte \(place ?? position)", message)
  }

  /// The part may be right, but nobody knows what it says.
  func unknown(_ message: String, at place: Int? = nil) -> ModelError {
    ModelError(
      .unsupportedVariant, at: "\(name), byte \(place ?? position)", message,
      hint: CompiledStage.wayOut)
  }
}
