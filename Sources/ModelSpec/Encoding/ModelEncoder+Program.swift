extension ModelEncoder {
  static func write(_ program: Program, to writer: inout WireWriter) {
    writer.int(1, program.version)
    for (name, function) in program.functions.sorted(by: { $0.key < $1.key }) {
      writer.message(2) { writer in
        writer.text(1, name)
        writer.message(2) { write(function, to: &$0) }
      }
    }
  }

  private static func write(_ function: Program.Function, to writer: inout WireWriter) {
    for input in function.inputs { writer.message(1) { write(input, to: &$0) } }
    writer.text(2, function.opset)
    for (name, block) in function.blocks.sorted(by: { $0.key < $1.key }) {
      writer.message(3) { writer in
        writer.text(1, name)
        writer.message(2) { write(block, to: &$0) }
      }
    }
    write(function.attributes, 4, to: &writer)
  }

  private static func write(_ block: Program.Block, to writer: inout WireWriter) {
    for input in block.inputs { writer.message(1) { write(input, to: &$0) } }
    writer.texts(2, block.outputs)
    for operation in block.operations { writer.message(3) { write(operation, to: &$0) } }
    write(block.attributes, 4, to: &writer)
  }

  private static func write(_ operation: Program.Operation, to writer: inout WireWriter) {
    writer.text(1, operation.type)
    for (name, arguments) in operation.inputs.sorted(by: { $0.key < $1.key }) {
      writer.message(2) { writer in
        writer.text(1, name)
        writer.message(2) { writer in
          for argument in arguments {
            writer.message(1) { writer in
              switch argument {
              case .name(let name): writer.presentText(1, name)
              case .value(let value): writer.message(2) { write(value, to: &$0) }
              }
            }
          }
        }
      }
    }
    for output in operation.outputs { writer.message(3) { write(output, to: &$0) } }
    for block in operation.blocks { writer.message(4) { write(block, to: &$0) } }
    write(operation.attributes, 5, to: &writer)
  }

  private static func write(
    _ values: [String: Program.Value], _ number: Int, to writer: inout WireWriter
  ) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      writer.message(number) { writer in
        writer.text(1, name)
        writer.message(2) { write(value, to: &$0) }
      }
    }
  }

  private static func write(_ named: Program.NamedValueType, to writer: inout WireWriter) {
    writer.text(1, named.name)
    writer.message(2) { write(named.type, to: &$0) }
  }

  private static func write(_ type: Program.ValueType, to writer: inout WireWriter) {
    switch type {
    case .tensor(let tensor):
      writer.message(1) { writer in
        writer.int(1, Int64(tensor.dataType.rawValue))
        writer.int(2, Int64(tensor.dimensions.count))
        for dimension in tensor.dimensions {
          writer.message(3) { write(dimension, to: &$0) }
        }
      }
    case .list(let type, let length):
      writer.message(2) { writer in
        writer.message(1) { write(type, to: &$0) }
        writer.message(2) { write(length, to: &$0) }
      }
    case .tuple(let types):
      writer.message(3) { writer in
        for type in types { writer.message(1) { write(type, to: &$0) } }
      }
    case .dictionary(let key, let value):
      writer.message(4) { writer in
        writer.message(1) { write(key, to: &$0) }
        writer.message(2) { write(value, to: &$0) }
      }
    case .state(let type):
      writer.message(5) { writer in writer.message(1) { write(type, to: &$0) } }
    }
  }

  private static func write(_ dimension: Int?, to writer: inout WireWriter) {
    if let dimension {
      writer.message(1) { $0.uint(1, UInt64(clamping: dimension)) }
    } else {
      writer.message(2) { _ in }
    }
  }

  private static func write(_ value: Program.Value, to writer: inout WireWriter) {
    writer.message(2) { write(value.type, to: &$0) }
    if case .blob(let blob) = value.contents {
      writer.message(5) { writer in
        writer.text(1, blob.fileName)
        writer.uint(2, blob.offset)
      }
      return
    }
    writer.message(3) { writer in
      switch value.contents {
      case .tensor(let contents): writer.message(1) { write(contents, to: &$0) }
      case .tuple(let values), .list(let values):
        let number = if case .tuple = value.contents { 2 } else { 3 }
        writer.message(number) { writer in
          for value in values { writer.message(1) { write(value, to: &$0) } }
        }
      case .dictionary(let pairs):
        writer.message(4) { writer in
          for pair in pairs {
            writer.message(1) { writer in
              writer.message(1) { write(pair.key, to: &$0) }
              writer.message(2) { write(pair.value, to: &$0) }
            }
          }
        }
      case .blob: break
      }
    }
  }

  private static func write(_ contents: Program.TensorContents, to writer: inout WireWriter) {
    switch contents {
    case .floats(let values): writer.message(1) { $0.floats(1, values) }
    case .ints(let values): writer.message(2) { $0.ints(1, values.map(Int64.init)) }
    case .bools(let values): writer.message(3) { $0.ints(1, values.map { $0 ? 1 : 0 }) }
    case .strings(let values): writer.message(4) { $0.texts(1, values) }
    case .longInts(let values): writer.message(5) { $0.ints(1, values) }
    case .doubles(let values): writer.message(6) { $0.doubles(1, values) }
    case .bytes(let values): writer.message(7) { $0.data(1, values) }
    }
  }
}
