/// Walks a serialized model before protobuf-c unpacks it, and refuses what could make that crash,
/// allocate without bounds, or lose something.
///
/// protobuf-c recurses as deep as the bytes say and cuts a string at a NUL. It checks lengths, but
/// says only yes or no; here a fault has a place.
struct WireGuard {
  private let schema = WireSchema.model
  private let limits: DecodingLimits
  private let maximumMemory: Int
  /// What the message takes in memory as far as walked.
  private var memory = 0
  private var models = 0
  private var features = 0

  /// What protobuf-c needs for a field besides its content: a note of where it was found, and the
  /// header of the allocation.
  private static let fieldOverhead = 64

  /// The least that a text takes, and a pointer to it.
  private static let textOverhead = 24

  static func check(_ bytes: [UInt8], limits: DecodingLimits) throws(ModelError) {
    guard !bytes.isEmpty else {
      throw ModelError(.unreadable, at: "file", "\(noModel): the file has no bytes")
    }
    guard bytes.count <= limits.maximumBytes else {
      throw ModelError(
        .unreadable, at: "file",
        "the file has \(bytes.count) bytes; more than \(limits.maximumBytes) are not read")
    }
    var walk = WireGuard(limits: limits, byteCount: bytes.count)
    do throws(ModelError) {
      try walk.message(0, in: bytes.span, 0..<bytes.count, depth: 1)
    } catch {
      var error = error
      if error.reason == .unreadable, !beginsLikeModel(bytes) {
        let place = error.path.isEmpty ? "" : "\(error.path): "
        error.message = "\(noModel): \(place)\(error.message)"
      }
      if error.path.isEmpty { error.path = "file" }
      if error.path.utf8.count > 200 { error.path = error.path.prefix(100) + "…" }
      throw error
    }
  }

  /// Refuses a file by its first bytes, before the others are read: there may be very many.
  static func check(beginning bytes: [UInt8]) throws(ModelError) {
    var reader = WireReader(position: 0, end: bytes.count)
    guard !bytes.isEmpty else { return }
    do throws(ModelError) { _ = try reader.tag(in: bytes.span) } catch {
      throw ModelError(
        error.reason, at: "file",
        "\(noModel): \(error.path.isEmpty ? "" : "\(error.path): ")\(error.message)")
    }
  }

  private static let noModel = "this is not a Core ML model"

  /// Whether the first field is the version of the format, which every tool writes first.
  static func beginsLikeModel(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] == 0x08 && (1..<0x80).contains(bytes[1])
  }

  private init(limits: DecodingLimits, byteCount: Int) {
    self.limits = limits
    maximumMemory = limits.memory(forBytes: byteCount)
  }

  private mutating func message(
    _ type: Int, in bytes: Span<UInt8>, _ range: Range<Int>, depth: Int
  ) throws(ModelError) {
    guard depth <= limits.maximumDepth else {
      throw ModelError(
        .tooDeep, at: "",
        "messages in the file are nested more than \(limits.maximumDepth) levels deep")
    }
    try count(type)
    try take(schema.messages[type].size)
    var reader = WireReader(position: range.lowerBound, end: range.upperBound)
    var seen: UInt64 = 0  // one bit for each group of fields that exclude one another
    while !reader.isAtEnd {
      let start = reader.position
      let tag = try reader.tag(in: bytes)
      try take(Self.fieldOverhead)
      guard let index = schema.messages[type].index(of: tag.number) else {
        try reader.skip(tag, in: bytes)
        try take(reader.position - start)
        continue
      }
      let field = schema.messages[type].fields[index]
      do throws(ModelError) {
        // What is wrong inside of a second one is told first.
        try value(of: field, tag, &reader, in: bytes, depth: depth)
        if let group = field.group {
          guard seen & (1 << UInt64(group)) == 0 else {
            throw ModelError(
              .unreadable, at: "", "the file sets this twice, or sets what excludes it as well")
          }
          seen |= 1 << UInt64(group)
        }
      } catch {
        var error = error
        var name = field.name
        if let key = key(of: field, in: bytes, from: start) {
          // Entries of a map are known by their keys.
          name += ".\(key)"
          if error.path.hasPrefix("value") { error.path = String(error.path.dropFirst(6)) }
        } else if field.isRepeated && field.kind.isCounted {
          name += "[\(Self.count(tag.number, in: bytes, range.lowerBound..<start))]"
        }
        error.path = error.path.isEmpty ? name : "\(name).\(error.path)"
        throw error
      }
    }
  }

  private mutating func value(
    of field: WireSchema.Field, _ tag: WireReader.Tag, _ reader: inout WireReader,
    in bytes: Span<UInt8>, depth: Int
  ) throws(ModelError) {
    switch (field.kind, tag.wireType) {
    case (.varint, WireReader.WireType.varint):
      _ = try reader.varint(in: bytes)
    case (.fixed32, WireReader.WireType.fixed32):
      try reader.skip(4)
    case (.fixed64, WireReader.WireType.fixed64):
      try reader.skip(8)
    case (.message(let type), WireReader.WireType.lengthDelimited):
      try message(type, in: bytes, reader.content(in: bytes), depth: depth + 1)
    case (.text, WireReader.WireType.lengthDelimited):
      let content = try reader.content(in: bytes)
      try take(content.count + Self.textOverhead)
      try Self.text(in: bytes, content)
    case (.bytes, WireReader.WireType.lengthDelimited):
      try take(reader.content(in: bytes).count)
    case (.varint, WireReader.WireType.lengthDelimited) where field.isRepeated,
      (.fixed32, WireReader.WireType.lengthDelimited) where field.isRepeated,
      (.fixed64, WireReader.WireType.lengthDelimited) where field.isRepeated:
      try packed(field.kind, in: bytes, reader.content(in: bytes))
    default:
      throw ModelError(
        .unreadable, at: "",
        "the file stores this with wire type \(tag.wireType), which is not its own")
    }
  }

  private mutating func packed(
    _ kind: WireSchema.FieldKind, in bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(ModelError) {
    guard case .varint = kind else {
      let size = kind == .fixed32 ? 4 : 8
      guard range.count.isMultiple(of: size) else {
        throw ModelError(
          .unreadable, at: "",
          "a list of numbers in the file has \(range.count) bytes, not a multiple of \(size)")
      }
      return try take(range.count)
    }
    // A number of one byte takes eight in memory.
    try take(8 * range.count)
    var reader = WireReader(position: range.lowerBound, end: range.upperBound)
    while !reader.isAtEnd { _ = try reader.varint(in: bytes) }
  }

  /// The key of an entry of a map, if it is one and says it first.
  private func key(
    of field: WireSchema.Field, in bytes: Span<UInt8>, from start: Int
  ) -> String? {
    guard case .message(let type) = field.kind, schema.messages[type].isMapEntry else { return nil }
    var entry = WireReader(position: start, end: bytes.count)
    guard (try? entry.tag(in: bytes)) != nil, let content = try? entry.content(in: bytes) else {
      return nil
    }
    var reader = WireReader(position: content.lowerBound, end: content.upperBound)
    guard let tag = try? reader.tag(in: bytes), tag.number == 1,
      tag.wireType == WireReader.WireType.lengthDelimited,
      let key = try? reader.content(in: bytes), key.count <= 64
    else { return nil }
    return String(validating: key.map { bytes[$0] }, as: UTF8.self)
  }

  private mutating func count(_ type: Int) throws(ModelError) {
    if type == WireSchema.root { models += 1 }
    if type == schema.feature { features += 1 }
    guard models <= limits.maximumModels else {
      throw ModelError(
        .unreadable, at: "", "the file has more than \(limits.maximumModels) models in pipelines")
    }
    guard features <= limits.maximumFeatures else {
      throw ModelError(
        .unreadable, at: "",
        "the file has more than \(limits.maximumFeatures) inputs and outputs")
    }
  }

  private mutating func take(_ bytes: Int) throws(ModelError) {
    memory += bytes
    guard memory <= maximumMemory else {
      throw ModelError(
        .unreadable, at: "",
        "unpacked, the file would take more than \(maximumMemory) bytes of memory")
    }
  }

  private static func text(in bytes: Span<UInt8>, _ range: Range<Int>) throws(ModelError) {
    let text = bytes.extracting(range)
    for index in text.indices where text[index] == 0 {
      throw ModelError(.unreadable, at: "", "a text in the file contains a NUL")
    }
    do { _ = try UTF8Span(validating: text) } catch {
      throw ModelError(.unreadable, at: "", "a text in the file is not UTF-8")
    }
  }

  /// How often a field occurs in a range that was walked without a fault.
  private static func count(_ number: Int, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var reader = WireReader(position: range.lowerBound, end: range.upperBound)
    var count = 0
    while !reader.isAtEnd, let tag = try? reader.tag(in: bytes) {
      if tag.number == number { count += 1 }
      switch tag.wireType {
      case WireReader.WireType.varint: _ = try? reader.varint(in: bytes)
      case WireReader.WireType.fixed64: try? reader.skip(8)
      case WireReader.WireType.fixed32: try? reader.skip(4)
      default: _ = try? reader.content(in: bytes)
      }
    }
    return count
  }
}
