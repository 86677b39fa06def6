import Foundation

/// Invented runs of a runner, as a lap table with the seven features and the duration.
enum SampleHistory {
  static let header =
    "date,course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime,duration\n"

  /// Runs of 5 km that slow down by a third from start to end; `factor` falsifies the duration.
  static func csv(runs: Range<Int>, factor: (Int) -> Double = { _ in 1 }) -> String {
    var text = header
    for run in runs {
      let pace = 0.300 + 0.002 * Double(run * 7 % 23)
      let times = (0..<5).map { (10_000 * pace * (1 + 0.3 * Double($0) / 4)).rounded() / 10 }
      let duration = times.reduce(0, +) * factor(run)
      var done = 0.0
      for (lap, time) in times.enumerated() {
        done += time
        text += "day \(run),road,5000,\(lap + 1),1000,\((lap + 1) * 1000),\(time),"
        text += "\((done * 10).rounded() / 10),\((duration * 10).rounded() / 10)\n"
      }
    }
    return text
  }

  /// Writes a history into a folder and gives its path.
  static func write(_ text: String, as name: String = "history.csv", in folder: TemporaryFolder)
    throws -> String
  {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}
