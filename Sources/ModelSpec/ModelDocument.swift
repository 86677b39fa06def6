/// A model as it is kept: its bytes, and the checked values that they stand for.
///
/// The bytes are never made anew from the values, so that whatever this program does not understand
/// survives compiling, fine-tuning and exporting.
package struct ModelDocument: Sendable {
  /// One serialized `Model` message: the content of a `.mlmodel` file.
  package let bytes: [UInt8]
  package private(set) var model: Model
  /// What the model was read from.
  package let format: ModelFormat
  /// The files of weights that programs in the model name, sorted by name.
  package let weightFiles: [WeightFile]
  /// The version of Apple's compiler that wrote the bundle; nil for what was not read from one.
  package private(set) var appleCompiler: String?
  /// Why the model must not be written or trained, though it can be asked; nil for nearly all.
  ///
  /// Its bundle does not say what only those need.
  private var reservation: ModelError?
  /// Why the model is outside what can be run, if that was no reason not to read it.
  ///
  /// Then only its interface was checked.
  package let refusal: ModelError?
  let limits: DecodingLimits

  /// Bytes of the message and its files of weights.
  package var size: Int { weightFiles.reduce(bytes.count) { $0 + $1.size } }

  /// Decodes and validates; refuses also what is valid but cannot be run here, unless that is wanted.
  package init(
    bytes: [UInt8], format: ModelFormat = .model, limits: DecodingLimits = DecodingLimits(),
    weights: WeightFolder? = nil, takesUnsupported: Bool = false
  ) throws(ModelError) {
    self.bytes = bytes
    self.model = try ModelDecoder.decode(bytes, limits: limits, weights: weights)
    weightFiles = weights?.used ?? []
    self.format = format
    self.limits = limits
    do throws(ModelError) {
      try ModelValidator.validate(model)
      refusal = nil
    } catch {
      guard takesUnsupported, error.isUnsupported else { throw error }
      refusal = error
    }
  }

  /// Refuses to write or train a model of which parts are not known.
  package func requireWhole() throws(ModelError) {
    if let reservation { throw reservation }
  }

  /// Encodes and validates a model made in memory.
  package init(_ model: Model) throws(ModelError) {
    try self.init(bytes: ModelEncoder.encode(model))
  }

  /// The same bytes with another function of the program as the one that is run.
  ///
  /// - Returns: nil when there is no function of that name.
  package func choosing(function name: String) throws(ModelError) -> ModelDocument? {
    guard let model = model.choosing(function: name) else { return nil }
    var document = self
    document.model = model
    try ModelValidator.validate(model)
    return document
  }

  /// Reads a `.mlmodel` file, a `.mlpackage` or a `.mlmodelc` folder; the content decides which it is.
  package static func read(
    at path: String, limits: DecodingLimits = DecodingLimits(), takesUnsupported: Bool = false
  ) throws(ModelError) -> ModelDocument {
    switch try ModelFormat.detect(at: path) {
    case .model:
      try WireGuard.check(beginning: FileContents.beginning(ofRegularFile: path, count: 10))
      let bytes = try FileContents.read(at: path, named: path, limit: limits.maximumBytes)
      return try ModelDocument(bytes: bytes, limits: limits, takesUnsupported: takesUnsupported)
    case .package:
      let (bytes, weights) = try ModelPackage.readModel(at: path, limits: limits)
      return try ModelDocument(
        bytes: bytes, format: .package, limits: limits, weights: weights,
        takesUnsupported: takesUnsupported)
    case .compiled:
      let (bytes, header, weights, reservation) = try CompiledBundle.readModel(
        at: path, limits: limits)
      var document = try ModelDocument(
        bytes: bytes, format: .compiled, limits: limits, weights: weights,
        takesUnsupported: takesUnsupported)
      guard document.model.kind.number == Int(header.kind) else {
        throw ModelError(
          .bundle, at: CompiledBundle.dataName,
          "the header says \(ModelKindNames.name(Int(header.kind))), the model is \(document.model.kind.name.withArticle)"
        )
      }
      document.reservation = reservation
      if !header.isOwn {
        document.appleCompiler = header.compilerVersion.map(String.init).joined(separator: ".")
      }
      return document
    }
  }
}
