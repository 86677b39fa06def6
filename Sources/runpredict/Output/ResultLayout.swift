import CommandLineKit
import ModelSpec
import Tables
import TabularML

/// Decides how results are laid out, from the options, the model and the first file.
struct ResultLayout {
  let style: ResultWriter.Style
  /// What workers use to format their chunk; nil if chunks are formatted in order.
  var formatter: (any ChunkFormatter)? {
    if case .formatted(let formatter) = style { formatter } else { nil }
  }

  /// `plan` is nil for a dry run, which shows the records.
  init(
    model: Model, plan: Plan?, source: any RecordSource, areLaps: Bool, options: OutputOptions,
    faulty: FaultyRows
  ) throws {
    let outputs = plan == nil ? [] : model.description.outputs
    let isOnTerminal = options.output == nil && StandardStream.output.isTerminal
    let format = options.format ?? (isOnTerminal && !options.lineBuffered ? .table : .csv)
    if format == .jsonl {
      let inputs = plan == nil ? source.recordMembers : options.append ? source.inputMembers : nil
      style = .formatted(
        JSONLinesFormatter(
          outputs: outputs, decimals: options.precision, faulty: faulty,
          inputs: inputs?.distinct(from: outputs.map(\.name))))
      return
    }
    let inputs = plan == nil ? source.recordColumns : options.append ? source.inputColumns : nil
    let cells = try ResultLayout.cells(model, plan, source, inputs)
    if format == .csv {
      style = .formatted(CSVFormatter(cells: cells, decimals: options.precision, faulty: faulty))
    } else if areLaps, inputs == nil,
      let index = outputs.firstIndex(where: ResultLayout.isDuration)
    {
      style = .laps(LapTable(output: index, unit: source.unit, faulty: faulty))
    } else {
      style = .table(AlignedTable(cells: cells, decimals: options.precision, faulty: faulty))
    }
  }

  private static func isDuration(_ output: FeatureDescription) -> Bool {
    output.name == "duration" && output.type == .double
  }

  /// The columns of the result; predicting no rows shows the shapes of the outputs.
  private static func cells(
    _ model: Model, _ plan: Plan?, _ source: any RecordSource, _ inputs: InputColumns?
  ) throws -> RowCells {
    guard let plan else { return RowCells(inputs: inputs, outputs: []) }
    let probe = try plan.predict(
      source.features(
        RecordChunk(file: 0, records: TableBatch(rowCount: 0, columns: [], lines: []))))
    let outputs = OutputColumns.columns(of: model, probe: probe.outputs)
    return RowCells(inputs: inputs?.distinct(from: outputs.flatMap(\.names)), outputs: outputs)
  }
}
