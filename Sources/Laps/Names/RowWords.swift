/// Words in cells that say what a row is.
enum RowWords {
  static func isTotal(_ text: String) -> Bool { totals.contains(FoldedName.key(text)) }
  static func isStatistic(_ text: String) -> Bool { statistics.contains(FoldedName.key(text)) }
  static func isRunning(_ text: String) -> Bool { running.contains(FoldedName.key(text)) }
  static func isRest(_ text: String) -> Bool { rests.contains(FoldedName.key(text)) }
  /// A runner who did not start or finish, in the cells of a race.
  static func isNoResult(_ text: String) -> Bool { noResults.contains(FoldedName.key(text)) }

  private static let totals = keys(
    GarminNames.total + [
      "Total", "Totals", "Gesamt", "Totale", "Totaal", "Totalt", "I alt", "Razem", "Celkem",
      "Összesen", "合計", "总计",
    ])
  private static let statistics = keys([
    "Fastest", "Slowest", "Average", "Avg", "Mean", "Best", "Median", "Min", "Max",
  ])
  private static let running: Set<String> = {
    var words = [
      "running", "run", "race", "jog", "jogging", "Laufen", "Lauf", "Traillauf", "Laufband",
      "Course à pied", "Carrera", "Corsa", "Corrida", "Hardlopen", "Löpning", "Löpband", "Løb",
      "Løping", "Juoksu", "Bieganie", "Běh", "Futás", "Бег", "ランニング", "跑步",
    ]
    for place in ["trail", "treadmill", "track", "indoor", "virtual"] {
      words.append("\(place) run")
      words.append("\(place) running")
    }
    return keys(words)
  }()
  private static let rests = keys([
    "Rest", "Pause", "Ruhe", "Repos", "Descanso", "Riposo", "Rust", "Vila", "Hvile", "Stopped",
  ])
  private static let noResults = keys([
    "DNF", "DNS", "DSQ", "DQ", "NC", "abandon", "не старт", "непр.отмет.",
  ])

  private static func keys(_ words: [String]) -> Set<String> {
    Set(words.map { FoldedName.key(FoldedName.fold($0)) })
  }
}
