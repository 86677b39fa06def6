import ModelSpec

/// Fails the rows in which a feature is missing that the next stage cannot do without.
struct RequirePresent: Step {
  var name: String
  var missing: MissingSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    for row in 0..<workspace.rows where workspace.missing[missing.index][row] {
      workspace.fail(row, name, .missingFeature)
    }
  }
}

/// Turns integers into doubles.
struct WidenInt64: Step {
  var input: Int64Slot
  var output: DoubleSlot

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    var block = workspace.take(output)
    for row in 0..<workspace.rows {
      block.values[block.start(row)] = Double(workspace.int64s[input.index][row])
    }
    workspace.put(block)
  }
}

/// Rounds numbers to the element type that the feature's array has.
struct RoundToElementType: Step {
  var name: String
  var slot: DoubleSlot
  var dataType: ArrayFeatureType.DataType
  /// Networks compute in Float, so that a whole number may come out a little beside it.
  var roundsToWhole: Bool

  func run(_ batch: FeatureBatch, _ workspace: inout Workspace) {
    switch dataType {
    case .double: break
    case .float32: round(&workspace) { Double(Float($0)) }
    case .float16: round(&workspace) { Double(Float16($0)) }
    case .int32: toWhole(within: -0x1p31...(0x1p31 - 1), &workspace)
    case .int8: toWhole(within: -128...127, &workspace)
    }
  }

  @inline(__always)
  private func round(_ workspace: inout Workspace, _ rounded: (Double) -> Double) {
    var block = workspace.take(slot)
    for row in 0..<workspace.rows {
      let start = block.start(row)
      for index in start..<start + block.region.width {
        block.values[index] = rounded(block.values[index])
      }
    }
    workspace.put(block)
  }

  private func toWhole(within range: ClosedRange<Double>, _ workspace: inout Workspace) {
    var block = workspace.take(slot)
    for row in 0..<workspace.rows {
      let start = block.start(row)
      for index in start..<start + block.region.width {
        let value = block.values[index]
        let whole = value.rounded(.toNearestOrEven)
        if range.contains(whole) && (roundsToWhole || whole == value) {
          block.values[index] = whole
        } else {
          block.values[index] = 0
          workspace.fail(row, name, .lossyInteger(value))
        }
      }
    }
    workspace.put(block)
  }
}
