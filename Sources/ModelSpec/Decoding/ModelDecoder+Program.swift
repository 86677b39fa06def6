import CModelSpec
import CProtobufC

extension ModelDecoder {
  static func program(
    _ message: Spec__Program, weights: WeightFolder?, at path: ModelPath
  ) throws(ModelError) -> Program {
    var functions: [String: Program.Function] = [:]
    for index in 0..<(unsafe message.n_functions) {
      guard let entry = unsafe message.functions[index]?.pointee else { continue }
      let name = unsafe text(entry.key)
      let path = path.field("functions").field(name)
      guard let value = unsafe entry.value else {
        throw path.error(.structure, "the function is empty")
      }
      unsafe functions[name] = try function(
        value.pointee, ProgramDecoder(weights: weights), at: path)
    }
    return Program(version: unsafe message.version, functions: functions)
  }

  private static func function(
    _ message: Spec__Function, _ decoder: ProgramDecoder, at path: ModelPath
  ) throws(ModelError) -> Program.Function {
    var blocks: [String: Program.Block] = [:]
    let opset = unsafe text(message.opset)
    for index in 0..<(unsafe message.n_block_specializations) {
      guard let entry = unsafe message.block_specializations[index]?.pointee else { continue }
      let name = unsafe text(entry.key)
      // The block that counts is the function's own, so its operations have the short path.
      let path = name == opset ? path : path.field("block_specializations").field(name)
      guard let value = unsafe entry.value else {
        throw path.error(.structure, "the block for \(name) is empty")
      }
      unsafe blocks[name] = try decoder.block(value.pointee, at: path)
    }
    return Program.Function(
      inputs: unsafe try decoder.named(message.inputs, message.n_inputs, "inputs", at: path),
      opset: opset, blocks: blocks,
      attributes: unsafe try decoder.values(
        (0..<message.n_attributes).map {
          unsafe (message.attributes[$0]?.pointee.key, message.attributes[$0]?.pointee.value)
        }, at: path.field("attributes")))
  }
}

/// Blocks, operations, types and constants of a program.
struct ProgramDecoder {
  /// Where the files lie that constants name; nil when the model came as a single file.
  let weights: WeightFolder?

  typealias Entry = (key: UnsafeMutablePointer<CChar>?, value: UnsafeMutablePointer<Spec__Value>?)

  func block(_ message: Spec__Block, at path: ModelPath) throws(ModelError) -> Program.Block {
    Program.Block(
      inputs: unsafe try named(message.inputs, message.n_inputs, "inputs", at: path),
      outputs: unsafe texts(message.outputs, message.n_outputs),
      operations: unsafe try list(message.operations, message.n_operations) {
        (operation, index) throws(ModelError) in
        unsafe try self.operation(operation, at: path.element("operations", index))
      },
      attributes: unsafe try values(
        (0..<message.n_attributes).map {
          unsafe (message.attributes[$0]?.pointee.key, message.attributes[$0]?.pointee.value)
        }, at: path.field("attributes")))
  }

  private func operation(
    _ message: Spec__Operation, at path: ModelPath
  ) throws(ModelError) -> Program.Operation {
    var inputs: [String: [Program.Argument]] = [:]
    for index in 0..<(unsafe message.n_inputs) {
      guard let entry = unsafe message.inputs[index]?.pointee else { continue }
      let name = unsafe text(entry.key)
      let path = path.field("inputs").field(name)
      inputs[name] = []
      guard let argument = unsafe entry.value?.pointee else { continue }
      inputs[name] = unsafe try list(argument.arguments, argument.n_arguments) {
        (binding, index) throws(ModelError) in
        let path = path.element("arguments", index)
        switch unsafe binding.binding_case {
        case SPEC__BINDING__BINDING_NAME: return .name(unsafe text(binding.name))
        case SPEC__BINDING__BINDING_VALUE:
          return .value(unsafe try value(binding.value.pointee, at: path.field("value")))
        default: throw path.error(.structure, "the operand is neither a name nor a value")
        }
      }
    }
    return Program.Operation(
      type: unsafe text(message.type), inputs: inputs,
      outputs: unsafe try named(message.outputs, message.n_outputs, "outputs", at: path),
      blocks: unsafe try list(message.blocks, message.n_blocks) {
        (inner, index) throws(ModelError) in
        unsafe try block(inner, at: path.element("blocks", index))
      },
      attributes: unsafe try values(
        (0..<message.n_attributes).map {
          unsafe (message.attributes[$0]?.pointee.key, message.attributes[$0]?.pointee.value)
        }, at: path.field("attributes")))
  }

  func named(
    _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<Spec__NamedValueType>?>?, _ count: Int,
    _ list: String, at path: ModelPath
  ) throws(ModelError) -> [Program.NamedValueType] {
    unsafe try ModelSpec.list(pointer, count) { (message, index) throws(ModelError) in
      let path = path.element(list, index)
      guard let type = unsafe message.type?.pointee else {
        throw path.field("type").error(
          .structure, "the value '\(unsafe text(message.name))' has no type")
      }
      return Program.NamedValueType(
        name: unsafe text(message.name), type: unsafe try valueType(type, at: path.field("type")))
    }
  }

  func values(_ entries: [Entry], at path: ModelPath) throws(ModelError) -> [String: Program.Value]
  {
    var values: [String: Program.Value] = [:]
    for index in unsafe entries.indices {
      let entry = unsafe entries[index]
      let name = unsafe text(entry.key)
      guard let message = unsafe entry.value?.pointee else { continue }
      values[name] = unsafe try value(message, at: path.field(name))
    }
    return values
  }

  private func value(_ message: Spec__Value, at path: ModelPath) throws(ModelError) -> Program.Value
  {
    guard let type = unsafe message.type?.pointee else {
      throw path.field("type").error(.structure, "the constant has no type")
    }
    return Program.Value(
      type: unsafe try valueType(type, at: path.field("type")),
      contents: unsafe try contents(message, at: path))
  }

  private func contents(
    _ message: Spec__Value, at path: ModelPath
  ) throws(ModelError) -> Program.Value.Contents {
    switch unsafe message.value_case {
    case SPEC__VALUE__VALUE_IMMEDIATE_VALUE:
      return unsafe try immediate(
        message.immediatevalue.pointee, at: path.field("immediateValue"))
    case SPEC__VALUE__VALUE_BLOB_FILE_VALUE:
      let blob = unsafe message.blobfilevalue.pointee
      let path = path.field("blobFileValue")
      let name = unsafe text(blob.filename)
      _ = try WeightFolder.relativePath(name, at: path)
      return .blob(
        Program.Blob(
          fileName: name, offset: unsafe blob.offset, file: try weights?.file(name, at: path)))
    default:
      throw path.error(.structure, "the constant has no content")
    }
  }

  private func immediate(
    _ message: Spec__ImmediateValue, at path: ModelPath
  ) throws(ModelError) -> Program.Value.Contents {
    switch unsafe message.value_case {
    case SPEC__IMMEDIATE_VALUE__VALUE_TENSOR:
      return .tensor(unsafe try tensor(message.tensor.pointee, at: path.field("tensor")))
    case SPEC__IMMEDIATE_VALUE__VALUE_TUPLE:
      let tuple = unsafe message.tuple.pointee
      return .tuple(unsafe try members(tuple.values, tuple.n_values, at: path.field("tuple")))
    case SPEC__IMMEDIATE_VALUE__VALUE_LIST:
      let list = unsafe message.list.pointee
      return .list(unsafe try members(list.values, list.n_values, at: path.field("list")))
    case SPEC__IMMEDIATE_VALUE__VALUE_DICTIONARY:
      let dictionary = unsafe message.dictionary.pointee
      let path = path.field("dictionary")
      return .dictionary(
        unsafe try list(dictionary.values, dictionary.n_values) {
          (pair, index) throws(ModelError) in
          let path = path.element("values", index)
          guard let key = unsafe pair.key?.pointee, let content = unsafe pair.value?.pointee else {
            throw path.error(.structure, "the entry has no key or no value")
          }
          return Program.Value.Pair(
            key: unsafe try value(key, at: path.field("key")),
            value: unsafe try value(content, at: path.field("value")))
        })
    default:
      throw path.error(.structure, "the constant has no content")
    }
  }

  private func members(
    _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<Spec__Value>?>?, _ count: Int,
    at path: ModelPath
  ) throws(ModelError) -> [Program.Value] {
    unsafe try list(pointer, count) { (member, index) throws(ModelError) in
      unsafe try value(member, at: path.element("values", index))
    }
  }

  private func tensor(
    _ message: Spec__TensorValue, at path: ModelPath
  ) throws(ModelError) -> Program.TensorContents {
    switch unsafe message.value_case {
    case SPEC__TENSOR_VALUE__VALUE_FLOATS:
      .floats(unsafe numbers(message.floats.pointee.values, message.floats.pointee.n_values))
    case SPEC__TENSOR_VALUE__VALUE_INTS:
      .ints(unsafe numbers(message.ints.pointee.values, message.ints.pointee.n_values))
    case SPEC__TENSOR_VALUE__VALUE_BOOLS:
      .bools(
        unsafe numbers(message.bools.pointee.values, message.bools.pointee.n_values).map { $0 != 0 }
      )
    case SPEC__TENSOR_VALUE__VALUE_STRINGS:
      .strings(unsafe texts(message.strings.pointee.values, message.strings.pointee.n_values))
    case SPEC__TENSOR_VALUE__VALUE_LONG_INTS:
      .longInts(unsafe numbers(message.longints.pointee.values, message.longints.pointee.n_values))
    case SPEC__TENSOR_VALUE__VALUE_DOUBLES:
      .doubles(unsafe numbers(message.doubles.pointee.values, message.doubles.pointee.n_values))
    case SPEC__TENSOR_VALUE__VALUE_BYTES:
      .bytes(unsafe bytes(message.bytes.pointee.values))
    default: throw path.error(.structure, "the tensor has no elements of any type")
    }
  }
}
