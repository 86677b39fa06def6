import Foundation
import ModelSpec
import Testing

@testable import runpredict

@Suite struct UpdateCommandTests {
  let folder: TemporaryFolder
  let program: BuiltProgram
  let store: ModelStore

  init() throws {
    folder = try TemporaryFolder()
    program = BuiltProgram(home: folder.path + "/store")
    store = ModelStore(root: program.home)
  }

  private func history(_ runs: Range<Int>, as name: String = "history.csv") throws -> String {
    try SampleHistory.write(SampleHistory.csv(runs: runs), as: name, in: folder)
  }

  private func object(_ ending: BuiltProgram.Ending) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    return try #require(json as? [String: Any])
  }

  @Test func anUpdateSavesAVersionThatPredictsOtherwise() throws {
    let path = try history(0..<12)
    let before = try program.run("predict", path)
    let update = try program.run("update", path)
    #expect(update.status == 0)
    #expect(update.output.contains("Version 1 is in use"))
    #expect(update.errors.contains("epoch   mean loss"))
    let after = try program.run("predict", path)
    #expect(after.status == 0)
    #expect(after.output != before.output)
    #expect(try program.run("predict", "--model", "base", path).output == before.output)
    let history = try program.run("history")
    #expect(history.output.contains("*  1        base"))
  }

  @Test func theSameHistoryTwiceIsNothingNew() throws {
    #expect(try program.run("update", history(0..<12)).status == 0)
    let before = try folder.contents()
    let again = try program.run("update", history(0..<12))
    #expect(again.status == 0)
    #expect(again.output == "Nothing new: all 12 runs were used before.\n")
    #expect(try folder.contents() == before)
    let longer = try object(
      program.run("update", "--json", "--force", history(0..<16, as: "b.csv")))
    #expect(longer["usedBefore"] as? Int == 10)
    #expect(longer["runs"] as? Int == 3)
    #expect(longer["heldOut"] as? Int == 3)
    #expect(longer["version"] as? Int == 2)
    let record = try store.record(of: 2)
    #expect(record.trainedRuns.count == 13)
    #expect(record.heldOutRuns.count == 3)
  }

  @Test func jsonSaysAllAboutTheUpdate() throws {
    let summary = try object(program.run("update", "--json", history(0..<12)))
    #expect(summary["rows"] as? Int == 50)
    #expect(summary["runs"] as? Int == 10)
    #expect(summary["heldOut"] as? Int == 2)
    #expect(summary["leftOut"] as? Int == 0)
    #expect(summary["accepted"] as? Bool == true)
    #expect(summary["version"] as? Int == 1)
    let losses = try #require(summary["lossPerEpoch"] as? [Double])
    #expect(summary["epochs"] as? Int == losses.count)
    let before = try #require(summary["errorBefore"] as? Double)
    let after = try #require(summary["errorAfter"] as? Double)
    #expect(after < before)
  }

  @Test func theOldModelIsKeptWhenTheNewOneIsNotBetter() throws {
    let wrong = try SampleHistory.write(
      SampleHistory.csv(runs: 0..<12) { $0 % 2 == 0 ? 0.7 : 1.35 }, in: folder)
    let kept = try program.run("update", wrong)
    #expect(kept.status == 1)
    #expect(kept.output.contains("kept; --force"))
    #expect(try store.pointer().version == 0)
    let summary = try object(program.run("update", "--json", wrong))
    #expect(summary["accepted"] as? Bool == false)
    #expect(summary["runs"] as? Int == 10)
    #expect(summary["heldOut"] as? Int == 2)
    #expect(summary["usedBefore"] as? Int == 0)
    #expect(summary["rows"] as? Int == 50)
    let after = try #require(summary["errorAfter"] as? Double)
    #expect(try after != #require(summary["errorBefore"] as? Double))
    #expect(try program.run("update", "--force", wrong).status == 0)
    #expect(try store.pointer().version == 1)
  }

  @Test func aLossThatIsNoNumberChangesNothing() throws {
    let path = try SampleHistory.write("x.0,x.1,x.2,x.3,y\n1e18,1,1,1,1\n", in: folder)
    let model = CommandCase.root + "/Tests/Cases/models/updatable/update-linear/model.mlmodel"
    let update = try program.start([
      "update", "--holdout", "0", "--learning-rate", "1", "--epochs", "40", "-m", model,
      "-o", folder.path + "/New.mlmodel", path,
    ]).ending()
    #expect(update.status == 65)
    #expect(update.errors.contains("the loss is no longer a number in epoch"), "\(update.errors)")
    #expect(!Disk.exists(folder.path + "/New.mlmodel"))
  }

  /// The loss of the last step is still a number, what the model predicts with its weights is not.
  @Test func aModelThatPredictsNoNumbersIsNotSaved() throws {
    let rows = (1...10).map { "\($0),-\($0),1,0.5,\($0)e24\n" }.joined()
    let path = try SampleHistory.write("x.0,x.1,x.2,x.3,y\n" + rows, in: folder)
    let model = CommandCase.root + "/Tests/Cases/models/updatable/update-mlp-relu/model.mlmodel"
    let update = try program.start([
      "update", "--holdout", "0", "--epochs", "1", "--mini-batch-size", "1000", "--force",
      "-m", model, "-o", folder.path + "/New.mlmodel", path,
    ]).ending()
    #expect(update.status == 65)
    #expect(update.errors.contains("what the trained model predicts"), "\(update.errors)")
    #expect(!Disk.exists(folder.path + "/New.mlmodel"))
  }

  /// What stops helping ends the search, however many epochs a model allows.
  @Test func epochsWithoutEndEnd() throws {
    var model = try ModelDecoder.decode(
      [UInt8](
        Data(
          contentsOf: URL(
            filePath: CommandCase.root
              + "/Tests/Cases/models/updatable/update-linear/model.mlmodel"))))
    guard case .neuralNetwork(var network) = model.kind else {
      Issue.record("\(model.kind.name)")
      return
    }
    network.updateParameters?.epochs = Int64Parameter(.max, allowed: nil)
    model.kind = .neuralNetwork(network)
    let endless = folder.path + "/Endless.mlmodel"
    try Data(ModelEncoder.encode(model)).write(to: URL(filePath: endless))
    let rows = (1...10).map { "0.\($0),-0.\($0),1,0.5,0.\($0)\n" }.joined()
    let path = try SampleHistory.write("x.0,x.1,x.2,x.3,y\n" + rows, in: folder)
    let update = try program.start([
      "update", "-m", endless, "-o", folder.path + "/New.mlmodel", path,
    ]).ending()
    #expect([0, 1].contains(update.status), "\(update.errors)")
    // Without runs held out nothing would end them.
    let all = try program.start([
      "update", "--holdout", "0", "-m", endless, "-o", folder.path + "/All.mlmodel", path,
    ]).ending()
    #expect(all.status == 65 && all.errors.contains("--epochs"), "\(all.errors)")
  }

  @Test func oneRunIsTakenOnlyByForce() throws {
    let path = try history(0..<1)
    let kept = try program.run("update", path)
    #expect(kept.status == 1)
    #expect(kept.output.contains("the old one is kept: give the whole history"))
    #expect(try store.pointer().version == 0)
    #expect(try program.run("update", "--force", path).status == 0)
    #expect(try store.pointer().version == 1)
  }

  @Test func rollbackAndResetLeadBack() throws {
    let path = try history(0..<12)
    let base = try program.run("predict", path).output
    #expect(try program.run("update", path).status == 0)
    let first = try program.run("predict", path).output
    #expect(try program.run("update", "--force", history(0..<20, as: "b.csv")).status == 0)
    let second = try program.run("predict", path).output
    #expect(Set([base, first, second]).count == 3)
    #expect(try program.run("rollback", "--dry-run").output == "Would go back to version 1.\n")
    #expect(try program.run("predict", path).output == second)
    #expect(
      try program.run("rollback").output
        == "In use: version 1; 'runpredict rollback --to 2' undoes this.\n")
    #expect(try program.run("predict", path).output == first)
    #expect(try program.run("reset").status == 0)
    #expect(try program.run("predict", path).output == base)
    #expect(
      try program.run("rollback").output == "In use: version 1; 'runpredict reset' undoes this.\n")
    #expect(try program.run("predict", path).output == first)
    #expect(
      try program.run("rollback").output
        == "In use: the bundled base model; 'runpredict rollback --to 1' undoes this.\n")
    let atTheEnd = try program.run("rollback")
    #expect(atTheEnd.status == 65)
    #expect(atTheEnd.errors.contains("`runpredict rollback --to 2` takes the newest version"))
    let versions = try object(program.run("history", "--json"))
    #expect(versions["inUse"] as? Int == 0)
    #expect((versions["versions"] as? [Any])?.count == 2)
  }

  @Test func rollbackTakesAnyVersionThatIsThere() throws {
    #expect(try program.run("rollback", "--to", "1").errors.contains("`runpredict update` makes"))
    #expect(!Disk.exists(store.root))
    let path = try history(0..<12)
    #expect(try program.run("update", path).status == 0)
    #expect(try program.run("update", "--force", history(0..<20, as: "b.csv")).status == 0)
    let second = try program.run("predict", path).output
    #expect(try program.run("rollback").status == 0)
    #expect(
      try program.run("rollback", "--to", "2", "--dry-run").output == "Would take version 2.\n")
    #expect(try store.pointer().lineage == [1])
    #expect(
      try program.run("rollback", "--to", "2").output
        == "In use: version 2; 'runpredict rollback --to 1' undoes this.\n")
    #expect(try store.pointer() == StorePointer(newest: 2, lineage: [1, 2]))
    #expect(try program.run("predict", path).output == second)
    #expect(try program.run("rollback", "--to", "2").output == "Version 2 is in use already.\n")

    let missing = try program.run("rollback", "--to", "3")
    #expect(missing.status == 65)
    #expect(missing.errors.contains("there is no version 3"))
    #expect(missing.errors.contains("runpredict history"))
    #expect(try program.run("rollback", "--to", "0").status == 64)
    try Disk.write([1], to: store.recordPath(of: 1))
    let damaged = try program.run("rollback", "--to", "1")
    #expect(damaged.status == 65)
    #expect(damaged.errors.contains(store.recordPath(of: 1)))
    #expect(try store.pointer().version == 2)
    // It is a way out of a store without its pointer, too.
    try Disk.remove(store.pointerPath)
    #expect(try program.run("rollback", "--to", "2").output == "In use: version 2.\n")
    #expect(try program.run("predict", path).output == second)
  }

  @Test func aDryRunPrintsTheRecordsAndWritesNothing() throws {
    let path = try history(0..<4)
    let before = try folder.contents()
    let records = try program.run("update", "--dry-run", path)
    #expect(records.status == 0)
    #expect(
      records.output.hasPrefix(
        "course,distance,lapNumber,lapDistance,cumDistance,lapTime,cumTime,duration\n"
          + "road,5000,1,1000,1000,300,300,"))
    #expect(records.output.split(separator: "\n").count == 21)
    let lines = try program.run("update", "--dry-run", "--format", "jsonl", path).output
    #expect(lines.split(separator: "\n").count == 20)
    #expect(try folder.contents() == before)
    #expect(try program.run("update", path, "--force").status == 0)
    let none = try program.run("update", "--dry-run", path).output
    #expect(none.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["Mine.mlmodel", "Mine.mlmodelc"])
  func anotherModelIsWrittenToTheOutputAndLeftAlone(name: String) throws {
    let path = try history(0..<12)
    let output = folder.path + "/" + name
    let missing = try program.run("update", "--model", "base", path)
    #expect(missing.status == 64)
    #expect(missing.errors.contains("--output"))
    let update = try program.run("update", "--model", "base", "-o", output, path)
    #expect(update.status == 0)
    #expect(update.output.contains("The new model is \(output)."))
    #expect(!Disk.exists(store.root))
    #expect(
      try program.run("predict", "--model", output, path).output
        != program.run("predict", path).output)
    let again = try program.run("update", "--model", "base", "-o", output, path)
    #expect(again.status == 73)
    #expect(try program.run("update", "--force", "-m", "base", "-o", output, path).status == 0)
    let bytes = try #require(FileManager.default.contents(atPath: folder.path + "/history.csv"))
    #expect(!bytes.isEmpty)
  }

  @Test(arguments: [
    "nowhere/Mine.mlmodel", "nowhere/Mine.mlmodelc", "file.mlmodelc", "pipe.mlmodel",
    "pipe.mlmodelc", "folder.mlmodel", "folder.mlmodelc",
  ])
  func anOutputThatCannotBeIsFoundBeforeTraining(name: String) throws {
    try Disk.write([], to: folder.path + "/file.mlmodelc")
    try Disk.makeFolder(folder.path + "/folder.mlmodel")
    try Disk.makeFolder(folder.path + "/folder.mlmodelc")
    for pipe in ["/pipe.mlmodel", "/pipe.mlmodelc"] {
      #expect(unsafe mkfifo(folder.path + pipe, 0o600) == 0)
    }
    let path = try history(0..<12)
    let before = try folder.contents()
    let ending = try program.run(
      "update", "--force", "--model", "base", "-o", folder.path + "/" + name, path)
    #expect(ending.status == 73)
    #expect(ending.errors.contains("error:") && !ending.errors.contains("--force"))
    #expect(!ending.errors.contains("epoch"))
    #expect(try folder.contents() == before)
  }

  @Test(arguments: [
    (["--learning-rate", "7"], "'--learning-rate' must be from 0.0 to 1.0"),
    (["--epochs", "0"], "'--epochs' must be from 1 to"),
    (["--momentum", "0.5"], "'--momentum' does not apply: this neural network regressor is"),
    (["--momentum", "0.5"], "hint: --optimizer sgd has it"),
    (["--optimizer", "sgd", "--eps", "0.1"], "hint: --optimizer adam has it"),
    (["--number-of-neighbors", "3"], "what applies is --epochs, --learning-rate,"),
    (["--format", "csv"], "'--dry-run' prints"), (["--dry-run", "--json"], "--format jsonl"),
    (["--holdout", "1"], "'--holdout'"), (["--optimizer", "lbfgs"], "sgd or adam"),
    (["-o", "model.txt"], ".mlmodel or .mlmodelc"), (["--on-error", "null"], "--on-error skip"),
  ])
  func aWrongOptionIsRefusedBeforeAnythingHappens(words: [String], message: String) throws {
    let ending = try program.start(["update", history(0..<3)] + words).ending()
    #expect(ending.status == 64)
    #expect(ending.errors.contains(message))
    #expect(try store.versionNumbers().isEmpty)
  }

  @Test func withoutHoldoutNothingIsCompared() throws {
    let ending = try program.run("update", "--holdout", "0", history(0..<6))
    #expect(ending.status == 0)
    #expect(ending.errors.contains("nothing was held out"))
    #expect(try store.record(of: 1).rows == 30)
    #expect(try store.record(of: 1).errorAfter == nil)
  }

  @Test func aHomeThatCannotBeMadeEndsTheUpdate() throws {
    try Disk.write([], to: folder.path + "/file")
    let program = BuiltProgram(home: folder.path + "/file/store")
    #expect(try program.run("update", history(0..<3)).status == 73)
  }

  @Test func aFileThatIsNotThereEndsTheUpdate() throws {
    #expect(try program.run("update", folder.path + "/none.csv").status == 66)
    #expect(!Disk.exists(store.root))
  }
}
