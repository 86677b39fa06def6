/// Reads an ensemble out of its serialized message, without an allocation for each node.
struct TreeEnsembleReader {
  private var ensemble = TreeEnsemble()

  /// A node of two bytes in the file takes forty times as many in memory.
  private static let mostNodes = 1 << 24
  private static let mostEvaluations = 1 << 26

  static func read(_ bytes: [UInt8], at path: ModelPath) throws(ModelError) -> TreeEnsemble {
    var message = TreeEnsembleReader()
    do throws(ModelError) {
      try message.read(bytes.span)
    } catch {
      throw ModelError(
        error.reason, at: error.path.isEmpty ? path.text : path.field(error.path).text,
        error.message)
    }
    return message.ensemble
  }

  private mutating func read(_ bytes: Span<UInt8>) throws(ModelError) {
    var reader = WireReader(position: 0, end: bytes.count)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch (tag.number, tag.wireType) {
      case (1, WireReader.WireType.lengthDelimited):
        let content = try reader.content(in: bytes)
        let index = ensemble.nodes.count
        guard index < Self.mostNodes else {
          throw ModelError(.unreadable, at: "nodes", "there are more than \(index) nodes")
        }
        // A node that says nothing is a branch to itself: files full of them are told early.
        guard !content.isEmpty else {
          throw ModelError(
            .structure, at: "nodes[\(index)].trueChildNodeId", "node 0 is its own child")
        }
        do throws(ModelError) {
          ensemble.nodes.append(try node(in: bytes, content))
        } catch {
          var error = error
          error.path = "nodes[\(index)]" + (error.path.isEmpty ? "" : ".\(error.path)")
          throw error
        }
      case (2, WireReader.WireType.varint):
        ensemble.predictionDimensions = try reader.varint(in: bytes)
      case (3, WireReader.WireType.fixed64):
        ensemble.basePredictionValue.append(try reader.double(in: bytes))
      case (3, WireReader.WireType.lengthDelimited):
        let content = try reader.content(in: bytes)
        var list = WireReader(position: content.lowerBound, end: content.upperBound)
        while !list.isAtEnd { ensemble.basePredictionValue.append(try list.double(in: bytes)) }
      case (1, _): throw Self.wrongType(tag, "nodes")
      case (2, _): throw Self.wrongType(tag, "numPredictionDimensions")
      case (3, _): throw Self.wrongType(tag, "basePredictionValue")
      default: try reader.skip(tag, in: bytes)
      }
    }
  }

  private mutating func node(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(ModelError) -> TreeEnsemble.Node {
    var node = TreeEnsemble.Node()
    let first = ensemble.evaluations.count
    var reader = WireReader(position: range.lowerBound, end: range.upperBound)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch (tag.number, tag.wireType) {
      case (1, WireReader.WireType.varint): node.treeId = try reader.varint(in: bytes)
      case (2, WireReader.WireType.varint): node.nodeId = try reader.varint(in: bytes)
      case (3, WireReader.WireType.varint):
        let number = try reader.varint(in: bytes)
        guard let behavior = UInt8(exactly: number).flatMap(TreeEnsemble.Node.Behavior.init)
        else {
          throw ModelError(.value, at: "nodeBehavior", "node behavior \(number) does not exist")
        }
        node.behavior = behavior
      case (10, WireReader.WireType.varint):
        node.branchFeatureIndex = try reader.varint(in: bytes)
      case (11, WireReader.WireType.fixed64):
        node.branchFeatureValue = try reader.double(in: bytes)
      case (12, WireReader.WireType.varint): node.trueChildNodeId = try reader.varint(in: bytes)
      case (13, WireReader.WireType.varint): node.falseChildNodeId = try reader.varint(in: bytes)
      case (14, WireReader.WireType.varint):
        node.missingValueTracksTrueChild = try reader.varint(in: bytes) != 0
      case (20, WireReader.WireType.lengthDelimited):
        let content = try reader.content(in: bytes)
        guard ensemble.evaluations.count < Self.mostEvaluations else {
          throw ModelError(.unreadable, at: "evaluationInfo", "the leaves have too many values")
        }
        ensemble.evaluations.append(try evaluation(in: bytes, content))
      case (30, WireReader.WireType.fixed64):
        node.relativeHitRate = try reader.double(in: bytes)
      case (1...3, _), (10...14, _), (20, _), (30, _): throw Self.wrongType(tag, "")
      default: try reader.skip(tag, in: bytes)
      }
    }
    node.evaluations = first..<ensemble.evaluations.count
    return node
  }

  private func evaluation(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(ModelError) -> TreeEnsemble.Evaluation {
    var evaluation = TreeEnsemble.Evaluation(index: 0, value: 0)
    var reader = WireReader(position: range.lowerBound, end: range.upperBound)
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch (tag.number, tag.wireType) {
      case (1, WireReader.WireType.varint): evaluation.index = try reader.varint(in: bytes)
      case (2, WireReader.WireType.fixed64): evaluation.value = try reader.double(in: bytes)
      case (1...2, _): throw Self.wrongType(tag, "evaluationInfo")
      default: try reader.skip(tag, in: bytes)
      }
    }
    return evaluation
  }

  private static func wrongType(_ tag: WireReader.Tag, _ path: String) -> ModelError {
    ModelError(
      .unreadable, at: path,
      "the file stores field \(tag.number) with wire type \(tag.wireType), which is not its own")
  }
}
