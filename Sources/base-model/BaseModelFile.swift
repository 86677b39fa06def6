import Foundation
import ModelSpec
import Tables
import TabularML

/// The model's file and the commands on it.
enum BaseModelFile {
  static let path = "data/RunDuration.mlmodel"

  /// Trains on 2015 and writes the file; the same bytes every time.
  static func train() throws {
    let network = try BaseTraining(races: RaceData.boston(2015)) { line in
      FileHandle.standardError.write(Data("\(line)\n".utf8))
    }.network()
    let document = try ModelDocument(BaseModel(network: network).model)
    let file = try OutputFile(path, overwrites: true)
    try file.write(document.bytes)
    try file.commit()
    print("wrote \(path), \(document.bytes.count) bytes")
  }

  /// Prints the errors of the model at each split beside those of its peers: on the year after the one that it
  /// was trained on, then on two earlier ones.
  static func evaluate() throws {
    let plan = try Plan(ModelDocument.read(at: path).model)
    let peers = try Peers()
    let races = [
      (2016, try RaceData.boston(2016)), (2014, try RaceData.earlierBoston(2014)),
      (2013, try RaceData.earlierBoston(2013)),
    ]
    let tables = try races.map { year, races in
      EvaluationTable(year: year, evaluation: try Evaluation(plan, races: races), peers: peers)
    }
    print(tables.map(\.text).joined(separator: "\n\n"))
  }
}
