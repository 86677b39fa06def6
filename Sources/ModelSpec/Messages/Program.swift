/// An ML program: functions made of operations over named, typed values.
package struct Program: Sendable, Equatable {
  /// The version of the program format; there is only 1.
  package var version: Int64
  package var functions: [String: Function]
  /// The function that is run.
  package var entry: String

  package init(version: Int64 = 1, functions: [String: Function], entry: String = "main") {
    self.version = version
    self.functions = functions
    self.entry = entry
  }

  /// The operations that are run; nil for a program without the function of its entry.
  package var body: Block? { functions[entry]?.body }

  /// Inputs, and a block for each set of operations that the function is written for.
  package struct Function: Sendable, Equatable {
    package var inputs: [NamedValueType]
    /// The set of operations of the block that counts, such as `CoreML7`.
    package var opset: String
    package var blocks: [String: Block]
    package var attributes: [String: Value]

    /// The block of `opset`.
    package var body: Block? { blocks[opset] }

    package init(
      inputs: [NamedValueType], opset: String, blocks: [String: Block],
      attributes: [String: Value] = [:]
    ) {
      self.inputs = inputs
      self.opset = opset
      self.blocks = blocks
      self.attributes = attributes
    }
  }

  /// Operations in the order in which they are done, and the names of the values that come out.
  package struct Block: Sendable, Equatable {
    package var inputs: [NamedValueType]
    package var outputs: [String]
    package var operations: [Operation]
    package var attributes: [String: Value]

    package init(
      inputs: [NamedValueType] = [], outputs: [String], operations: [Operation],
      attributes: [String: Value] = [:]
    ) {
      self.inputs = inputs
      self.outputs = outputs
      self.operations = operations
      self.attributes = attributes
    }
  }

  package struct Operation: Sendable, Equatable {
    /// What is done, such as `linear`.
    package var type: String
    /// Operands by the name of the parameter; most have one, a list has several.
    package var inputs: [String: [Argument]]
    package var outputs: [NamedValueType]
    /// Bodies of loops and branches.
    package var blocks: [Block]
    package var attributes: [String: Value]

    package init(
      type: String, inputs: [String: [Argument]] = [:], outputs: [NamedValueType],
      blocks: [Block] = [], attributes: [String: Value] = [:]
    ) {
      self.type = type
      self.inputs = inputs
      self.outputs = outputs
      self.blocks = blocks
      self.attributes = attributes
    }
  }

  /// An operand: the name of an earlier value, or a constant.
  package enum Argument: Sendable, Equatable {
    case name(String)
    case value(Value)
  }

  package struct NamedValueType: Sendable, Equatable {
    package var name: String
    package var type: ValueType

    package init(name: String, type: ValueType) {
      self.name = name
      self.type = type
    }
  }
}
