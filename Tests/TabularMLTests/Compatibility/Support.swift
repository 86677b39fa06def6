import Tables

@testable import ModelSpec
@testable import TabularML

/// What becomes of a kind, a layer or a type, found by trying it.
enum Support: String, CaseIterable {
  case runs = "yes"
  case isRefused = "refused"
  case isNotTabular = "not tabular"

  private init(_ runs: Bool, isTabular: Bool = true) {
    self = runs ? .runs : isTabular ? .isRefused : .isNotTabular
  }

  /// A kind is known when the decoder says anything else of an empty message than its name.
  init(kind number: Int) {
    let model = Self.wire { model in
      model.int(1, 5)
      model.presentText(2, "")
      model.presentText(number, "")
    }
    var isKnown = true
    do {
      let kind = try ModelDecoder.decode(model).kind
      if case .unsupported = kind { isKnown = false }
    } catch {}
    self.init(isKnown, isTabular: !ModelKindNames.notTabular.contains(number))
  }

  init(layer number: Int) {
    let network = Self.wire { network in
      network.data(
        1,
        Self.wire { layer in
          layer.text(1, "layer")
          layer.presentText(number, "")
        })
    }
    let model = Self.wire { model in
      model.int(1, 5)
      model.presentText(2, "")
      model.data(500, network)
    }
    var isKnown = true
    do {
      let layer = try ModelDecoder.decode(model).kind.network?.layers.first
      if case .unsupported = layer?.kind { isKnown = false }
    } catch {}
    self.init(isKnown, isTabular: !LayerKindNames.notTabular.contains(number))
  }

  /// A type of feature can be used when a model that only hands it on can be planned.
  init(_ type: FeatureType, isOptional: Bool = false) {
    var input = FeatureDescription(name: "x", type: type)
    let output = input
    input.isOptional = isOptional
    let model = Model(
      specificationVersion: 10,
      description: ModelDescription(inputs: [input], outputs: [output]),
      kind: .identity(Identity()))
    let plan = try? Plan(ModelDocument(model).model)
    self.init(plan != nil, isTabular: !type.isImage)
  }

  /// An empty text and an empty message are the same bytes.
  private static func wire(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    write(&writer)
    return writer.bytes
  }
}

extension FeatureType {
  fileprivate var isImage: Bool {
    if case .image = self { true } else { false }
  }
}
