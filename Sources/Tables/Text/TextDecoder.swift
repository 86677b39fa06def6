/// Turns the bytes of a file into UTF-8, piece by piece, finding out the encoding on the way.
///
/// The first sequence outside ASCII decides between UTF-8 and Windows-1252 for the whole file, so
/// one pass is enough and a stream gets the same answer as a file.
struct TextDecoder {
  private enum State {
    case start
    case ascii
    case decided(TextEncoding)
  }

  /// How many bytes are looked at to tell UTF-16 without a mark from stray NULs.
  private static let headSize = 512

  private var state = State.start
  private let given: TextEncoding?
  private let isUnicode: Bool
  private var hasMark = false
  /// The first bytes of the file, as they are.
  private var head: [UInt8] = []
  /// Bytes that cannot be judged before more have come.
  private var pending: [UInt8] = []

  /// `isUnicode` rules out Windows-1252 where no encoding is given.
  init(encoding: TextEncoding?, isUnicode: Bool = false) {
    given = encoding
    self.isUnicode = isUnicode
  }

  /// The encoding that was recognised and may surprise; nil if it was given or is UTF-8.
  var surprisingEncoding: TextEncoding? {
    guard given == nil, case .decided(let encoding) = state, encoding != .utf8 else { return nil }
    return encoding
  }

  /// Decodes the next bytes.
  ///
  /// When it throws, `text` has all that stands before the bad character.
  mutating func decode(
    _ piece: [UInt8], isLast: Bool, into text: inout [UInt8]
  ) throws(DecodingFailure) {
    keepHead(piece)
    var bytes = piece
    if !pending.isEmpty {
      bytes = pending + piece
      pending = []
    }
    var index = 0
    if case .start = state {
      if bytes.count < 4, !isLast, bytes.first.map(Self.mayBeginMark) ?? true {
        pending = bytes
        return
      }
      index = try start(bytes)
    }
    if case .ascii = state { index = try decodeASCII(bytes, index, isLast, &text) }
    if case .decided(let encoding) = state {
      switch encoding {
      case .utf8: index = try decodeUTF8(bytes, index, isLast, &text)
      case .windows1252: index = try decodeWindows1252(bytes, index, &text)
      case .utf16le, .utf16be:
        index = try decodeUTF16(bytes, index, isLast, isLittle: encoding == .utf16le, &text)
      }
    }
    pending = Array(bytes[index...])
  }

  /// Whether bytes of ASCII that come next are text as they are, so that they need not be decoded.
  var takesPlainText: Bool {
    guard pending.isEmpty, !wantsMoreForHead else { return false }
    switch state {
    case .ascii, .decided(.utf8), .decided(.windows1252): return true
    case .start, .decided: return false
    }
  }

  /// Whether more bytes would help `utf16WithoutMark`.
  var wantsMoreForHead: Bool { head.count < Self.headSize }

  /// Keeps a copy of the first bytes.
  mutating func keepHead(_ piece: [UInt8]) {
    if head.count < Self.headSize { head += piece.prefix(Self.headSize - head.count) }
  }

  /// The kind of UTF-16 that the first bytes look like although no mark says so.
  var utf16WithoutMark: TextEncoding? {
    guard given == nil, !hasMark else { return nil }
    var zeros = [0, 0]
    for (index, byte) in head.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let counts = [(head.count + 1) / 2, head.count / 2]
    func isMany(_ parity: Int) -> Bool { zeros[parity] * 100 > counts[parity] * 40 }
    func isFew(_ parity: Int) -> Bool { zeros[parity] * 100 < counts[parity] * 10 }
    if isMany(1), isFew(0) { return .utf16le }
    if isMany(0), isFew(1) { return .utf16be }
    return nil
  }

  /// Whether a mark may begin with this byte; any other text is not waited for.
  private static func mayBeginMark(_ byte: UInt8) -> Bool {
    [0xEF, 0xFF, 0xFE, 0].contains(byte)
  }

  /// Looks at the mark and gives the index after it.
  private mutating func start(_ bytes: [UInt8]) throws(DecodingFailure) -> Int {
    if let given {
      state = .decided(given)
      return !given.mark.isEmpty && bytes.starts(with: given.mark) ? given.mark.count : 0
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw .utf32
    }
    for encoding in [TextEncoding.utf8, .utf16le, .utf16be] where bytes.starts(with: encoding.mark)
    {
      state = .decided(encoding)
      hasMark = true
      return encoding.mark.count
    }
    state = .ascii
    return 0
  }

  private mutating func decodeASCII(
    _ bytes: [UInt8], _ start: Int, _ isLast: Bool, _ text: inout [UInt8]
  ) throws(DecodingFailure) -> Int {
    let end = unsafe bytes.withUnsafeBufferPointer { unsafe plainRunEnd($0, from: start) }
    text += bytes[start..<end]
    guard end < bytes.count else { return end }
    if bytes[end] == 0 { throw .nul }
    switch unsafe bytes.withUnsafeBufferPointer({ unsafe utf8Sequence($0, at: end) }) {
    case .valid: state = .decided(.utf8)
    case .incomplete where !isLast: break
    case .invalid, .incomplete: state = .decided(isUnicode ? .utf8 : .windows1252)
    }
    return end
  }

  private func decodeUTF8(
    _ bytes: [UInt8], _ start: Int, _ isLast: Bool, _ text: inout [UInt8]
  ) throws(DecodingFailure) -> Int {
    var failure: DecodingFailure?
    let end = unsafe bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while true {
        index = unsafe plainRunEnd(bytes, from: index)
        guard index < bytes.count else { return index }
        if unsafe bytes[index] == 0 {
          failure = .nul
          return index
        }
        switch unsafe utf8Sequence(bytes, at: index) {
        case .valid(let length): index += length
        case .incomplete where !isLast: return index
        case .invalid, .incomplete:
          failure = .invalid(.utf8, bytes: [unsafe bytes[index]])
          return index
        }
      }
    }
    text += bytes[start..<end]
    if let failure { throw failure }
    return end
  }

  private func decodeWindows1252(
    _ bytes: [UInt8], _ start: Int, _ text: inout [UInt8]
  ) throws(DecodingFailure) -> Int {
    var index = start
    while true {
      let end = unsafe bytes.withUnsafeBufferPointer { unsafe plainRunEnd($0, from: index) }
      text += bytes[index..<end]
      index = end
      guard index < bytes.count else { return index }
      let byte = bytes[index]
      if byte == 0 { throw .nul }
      let scalar = byte < 0xA0 ? UInt32(windows1252Controls[Int(byte - 0x80)]) : UInt32(byte)
      if scalar == 0 { throw .invalid(.windows1252, bytes: [byte]) }
      appendUTF8(scalar, to: &text)
      index += 1
    }
  }

  private func decodeUTF16(
    _ bytes: [UInt8], _ start: Int, _ isLast: Bool, isLittle: Bool, _ text: inout [UInt8]
  ) throws(DecodingFailure) -> Int {
    let encoding = isLittle ? TextEncoding.utf16le : .utf16be
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    var index = start
    while index + 1 < bytes.count {
      let first = unit(index)
      switch first {
      case 0: throw .nul
      case 0xD800...0xDBFF:
        guard index + 3 < bytes.count else {
          if isLast { throw .invalid(encoding, bytes: Array(bytes[index...])) }
          return index
        }
        let second = unit(index + 2)
        guard (0xDC00...0xDFFF).contains(second) else {
          throw .invalid(encoding, bytes: Array(bytes[index..<index + 2]))
        }
        appendUTF8(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), to: &text)
        index += 4
      case 0xDC00...0xDFFF: throw .invalid(encoding, bytes: Array(bytes[index..<index + 2]))
      default:
        appendUTF8(first, to: &text)
        index += 2
      }
    }
    if isLast, index < bytes.count { throw .invalid(encoding, bytes: Array(bytes[index...])) }
    return index
  }
}
