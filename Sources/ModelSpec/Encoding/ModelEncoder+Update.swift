extension ModelEncoder {
  static func write(_ parameters: UpdateParameters, to writer: inout WireWriter) {
    for loss in parameters.losses {
      writer.message(1) { writer in
        writer.text(1, loss.name)
        writer.message(loss.kind == .categoricalCrossEntropy ? 10 : 11) {
          $0.text(1, loss.input)
          $0.text(2, loss.target)
        }
      }
    }
    writer.message(2) { write(parameters.optimizer, to: &$0) }
    writer.message(3) { write(parameters.epochs, to: &$0) }
    if let shuffle = parameters.shuffle { writer.message(10) { $0.bool(1, shuffle) } }
    if let seed = parameters.seed { writer.message(20) { write(seed, to: &$0) } }
  }

  private static func write(_ optimizer: Optimizer, to writer: inout WireWriter) {
    switch optimizer {
    case .sgd(let learningRate, let miniBatchSize, let momentum):
      writer.message(10) { writer in
        writer.message(1) { write(learningRate, to: &$0) }
        writer.message(2) { write(miniBatchSize, to: &$0) }
        if let momentum { writer.message(3) { write(momentum, to: &$0) } }
      }
    case .adam(let learningRate, let miniBatchSize, let beta1, let beta2, let eps):
      writer.message(11) { writer in
        writer.message(1) { write(learningRate, to: &$0) }
        writer.message(2) { write(miniBatchSize, to: &$0) }
        writer.message(3) { write(beta1, to: &$0) }
        writer.message(4) { write(beta2, to: &$0) }
        writer.message(5) { write(eps, to: &$0) }
      }
    }
  }

  private static func write(_ parameter: DoubleParameter, to writer: inout WireWriter) {
    writer.double(1, parameter.defaultValue)
    if let range = parameter.range {
      writer.message(10) {
        $0.double(1, range.lowerBound)
        $0.double(2, range.upperBound)
      }
    }
  }

  static func write(_ parameter: Int64Parameter, to writer: inout WireWriter) {
    writer.int(1, parameter.defaultValue)
    switch parameter.allowed {
    case nil: break
    case .range(let range):
      writer.message(10) {
        $0.int(1, range.lowerBound)
        $0.int(2, range.upperBound)
      }
    case .set(let values): writer.message(11) { $0.ints(1, values) }
    }
  }
}
