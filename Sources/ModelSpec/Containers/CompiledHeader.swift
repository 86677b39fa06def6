/// The start of `coremldata.bin`, in the layout of Apple's compiler.
struct CompiledHeader: Equatable {
  /// Who wrote the bundle: Apple's compilers begin at 1; 0 is this program.
  var compilerVersion: [UInt64]
  /// The field number of the model's kind.
  var kind: UInt32
  /// How the payload is laid out; `spec` says that it is the serialized model, to the end of the file.
  var variant: String
  var specificationVersion: UInt64

  static let specVariant = "spec"
  static let ownCompilerVersion: [UInt64] = [0, 1, 0]

  var isOwn: Bool { compilerVersion.first == 0 }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    func append<Number: FixedWidthInteger>(_ value: Number) {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> Number(shift)))
      }
    }
    append(kind)
    for number in compilerVersion { append(number) }
    append(UInt64(variant.utf8.count))
    bytes.append(contentsOf: variant.utf8)
    for number in [specificationVersion, 0, 0] { append(number) }
    append(UInt64(0))
    return bytes
  }

  /// Splits a file in header and payload; nil when it is no `coremldata.bin`.
  static func split(_ file: [UInt8]) -> (header: CompiledHeader, payload: [UInt8])? {
    var rest = file[...]
    func number(_ size: Int) -> UInt64? {
      guard rest.count >= size else { return nil }
      let value = rest.prefix(size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(size)
      return value
    }
    func version() -> [UInt64]? {
      guard let major = number(8), let minor = number(8), let patch = number(8) else { return nil }
      return [major, minor, patch]
    }
    func text() -> String? {
      guard let length = number(8), length <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(length)) }
      return String(validating: rest.prefix(Int(length)), as: UTF8.self)
    }
    guard let kind = number(4), let compiler = version(), let variant = text(),
      let model = version(), text() != nil
    else { return nil }
    let header = CompiledHeader(
      compilerVersion: compiler, kind: UInt32(kind), variant: variant,
      specificationVersion: model[0])
    return (header, Array(rest))
  }
}
