import Tables

/// Proves the unit of a distance column by cadence, stride length and time.
///
/// Cadence times stride length is the speed in metres; devices write strides in metres also in
/// accounts that count miles.
struct StrideProof {
  private let sample: Sample
  private let rows: [Int]
  private let cadence: Int
  private let stride: Int
  private let time: (column: Int, format: ColumnFormat)
  /// One foot is counted, and strides are in centimetres.
  private let countsOneFoot: Bool

  init?(
    _ header: Header, sample: Sample, rows: [Int], producer: Producer,
    time: (column: Int, format: ColumnFormat)
  ) {
    guard let cadence = StrideProof.column(header, GarminNames.cadence),
      let stride = StrideProof.column(header, GarminNames.stride)
    else { return nil }
    self.sample = sample
    self.rows = rows
    self.cadence = cadence
    self.stride = stride
    self.time = time
    countsOneFoot = producer == .corosLaps
  }

  /// Metres per unit of the distance column.
  func metres(_ distance: Int, _ format: ColumnFormat) -> Double? {
    let numbers = [cadence, stride].map { column in
      let facts = ColumnFacts(
        sample.block, column: column, dimension: nil, rows: rows, hoursAndMinutes: false)
      return NumberParser(NumberFormat(mark: facts.provenMark ?? format.parser.format.mark))
    }
    var plain = format
    plain.factor = 1
    var quotients: [Double] = []
    for row in rows {
      guard let steps = number(row, cadence, numbers[0]),
        let length = number(row, stride, numbers[1]),
        case .value(let seconds) = sample.block.withCell(
          row, time.column, { time.format.read($0, .time) }),
        case .value(let units) = sample.block.withCell(
          row, distance, { plain.read($0, .distance) }),
        seconds >= 60, units > 0, steps > 0, length > 0
      else { continue }
      let scale = countsOneFoot ? 0.02 : 1
      quotients.append(steps / 60 * length * scale * seconds / units)
    }
    guard let median = StrideProof.median(quotients) else { return nil }
    if 930...1070 ~= median { return 1000 }
    return 1497...1722 ~= median ? 1609.344 : nil
  }

  private func number(_ row: Int, _ column: Int, _ parser: NumberParser) -> Double? {
    sample.block.withCell(row, column) { text in
      if case .value(let value) = NumberReading(text, parser) { return value }
      return nil
    }
  }

  /// A column whose name begins with one of the names; what follows is a unit.
  private static func column(_ header: Header, _ names: [String]) -> Int? {
    let keys = names.map { FoldedName.key(FoldedName.fold($0)) }
    return header.names.firstIndex { name in
      let full = FoldedName.key(name.folded)
      return keys.contains { key in
        guard full.hasPrefix(key) else { return false }
        return full.count - key.count <= longestUnit
      }
    }
  }

  private static let longestUnit = 10

  private static func median(_ values: [Double]) -> Double? {
    if values.isEmpty { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
