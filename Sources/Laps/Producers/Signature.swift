/// The names by which a producer is recognised, and what its columns hold.
struct Signature {
  var producer: Producer
  var columns: [Feature: Int]
  /// The column of step types or swim strokes, in which a rest is named.
  var steps: Int?
  /// The column of the run's id.
  var runID: Int?

  /// The producer of a table with this header; nil if none of those that write laps is known by it.
  static func recognise(_ header: Header) -> Signature? {
    let tests: [(Header) -> Signature?] = [
      fitMessages, fitWide, canonical, garminWorkout, garminSwim, garminLaps, polarLaps, corosLaps,
      apiLaps,
    ]
    for test in tests {
      if let signature = test(header) { return signature }
    }
    return nil
  }

  private static func fitMessages(_ header: Header) -> Signature? {
    guard header.has("message", "field1", "value1") else { return nil }
    return Signature(producer: .fitMessages, columns: [:])
  }

  private static func fitWide(_ header: Header) -> Signature? {
    guard let distance = header.column(keys: ["laptotaldistance"]),
      let time = header.column(keys: ["laptotaltimertime", "laptotalelapsedtime"])
    else { return nil }
    return Signature(producer: .fitWide, columns: [.lapDistance: distance, .lapTime: time])
  }

  private static func canonical(_ header: Header) -> Signature? {
    var columns: [Feature: Int] = [:]
    for (index, name) in header.names.enumerated() {
      if let feature = name.exact, columns[feature] == nil { columns[feature] = index }
    }
    guard columns[.lapTime] ?? columns[.cumTime] != nil,
      columns[.lapDistance] ?? columns[.cumDistance] != nil
    else { return nil }
    return Signature(producer: .canonical, columns: columns)
  }

  private static func garminWorkout(_ header: Header) -> Signature? {
    guard let steps = header.column(keys: ["steptype"]), let lap = header.column(keys: ["lap"]),
      let time = header.column(keys: ["time"]),
      let cumulative = header.column(keys: ["cumulativetime"]),
      let distance = header.column(keys: ["distance"])
    else { return nil }
    return Signature(
      producer: .garminWorkout,
      columns: [
        .lapNumber: lap, .lapTime: time, .cumTime: cumulative, .lapDistance: distance,
      ], steps: steps)
  }

  private static func garminSwim(_ header: Header) -> Signature? {
    guard let stroke = header.column(keys: ["swimstroke"]), header.has("lengths"),
      let distance = header.column(keys: ["distance"]), let time = header.column(keys: ["time"])
    else { return nil }
    var columns: [Feature: Int] = [.lapTime: time, .lapDistance: distance]
    columns[.lapNumber] = header.column(keys: ["intervals"])
    columns[.cumTime] = header.column(keys: ["cumulativetime"])
    return Signature(producer: .garminSwim, columns: columns, steps: stroke)
  }

  private static func garminLaps(_ header: Header) -> Signature? {
    var laps = header.column(keys: keys(GarminNames.laps))
    if header.has("tempo", "distanza") { laps = laps ?? header.column(keys: ["lap"]) }
    guard let laps, let time = header.column(keys: keys(GarminNames.time)),
      let cumulative = header.column(keys: keys(GarminNames.cumulativeTime)),
      let distance = header.column(keys: keys(GarminNames.distance))
    else { return nil }
    return Signature(
      producer: .garminLaps,
      columns: [
        .lapNumber: laps, .lapTime: time, .cumTime: cumulative, .lapDistance: distance,
      ])
  }

  private static func polarLaps(_ header: Header) -> Signature? {
    guard let laps = header.column(keys: ["lapnumber"]),
      let time = header.column(keys: ["duration"]),
      let cumulative = header.column(keys: ["splittime"]),
      let distance = header.column(keys: ["distance"])
    else { return nil }
    return Signature(
      producer: .polarLaps,
      columns: [
        .lapNumber: laps, .lapTime: time, .cumTime: cumulative, .lapDistance: distance,
      ], runID: header.column(keys: ["sessionid"]))
  }

  private static func corosLaps(_ header: Header) -> Signature? {
    guard let laps = header.column(keys: ["split"]), let time = header.column(keys: ["time"]),
      let distance = header.column(keys: ["getdistance"])
    else { return nil }
    return Signature(
      producer: .corosLaps, columns: [.lapNumber: laps, .lapTime: time, .lapDistance: distance])
  }

  private static func apiLaps(_ header: Header) -> Signature? {
    let dialects: [(laps: [String], time: String, others: [String])] = [
      (["lapindex", "split"], "elapsedtime", ["movingtime", "averagespeed"]),
      (["lapindex"], "duration", ["movingduration", "averagespeed"]),
    ]
    for dialect in dialects {
      guard let laps = header.column(keys: dialect.laps),
        let time = header.column(keys: [dialect.time]),
        let distance = header.column(keys: ["distance"]),
        dialect.others.allSatisfy({ header.has($0) })
      else { continue }
      return Signature(
        producer: .apiLaps, columns: [.lapNumber: laps, .lapTime: time, .lapDistance: distance])
    }
    return nil
  }

  private static func keys(_ names: [String]) -> [String] {
    names.map { FoldedName.key(FoldedName.fold($0)) }
  }
}
