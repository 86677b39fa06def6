import CommandLineKit
import Laps
import ModelSpec
import Tables
import TabularML

/// The records of one file, chunk by chunk.
protocol RecordSource: AnyObject {
  /// The columns that `--append` repeats.
  var inputColumns: InputColumns { get }
  /// The same for results in JSON.
  var inputMembers: InputColumns { get }
  /// The columns that `--dry-run` shows.
  var recordColumns: InputColumns { get }
  /// The same for results in JSON.
  var recordMembers: InputColumns { get }
  /// The unit in which the user thinks of distances.
  var unit: RunText.Unit { get }
  /// Which column serves which feature, a line each, for `--verbose`.
  var bindingLines: [String] { get }
  /// The next records; nil at the end.
  func next() throws -> RecordChunk?
  /// What may surprise; complete at the end.
  var notes: [TableProblem] { get }
  /// One line about what was understood, if there was anything to recognise; complete at the end.
  var understood: String? { get }
  /// From records to a model's inputs.
  var features: @Sendable (RecordChunk) -> FeatureBatch { get }
}

extension RecordSource {
  var inputMembers: InputColumns { inputColumns }
  var recordMembers: InputColumns { recordColumns }
}

/// Opens the files of a command line one after the other.
struct RecordSources {
  var files: [String]
  var input: InputOptions
  var onError: ErrorPolicy
  /// Whether every error is to be told by itself, for a program or a file of rejected rows.
  var listsAllErrors = false
  /// What the records are for.
  var purpose = LapOptions.Purpose.predict
  /// The features that are wanted: a model's inputs, or its training inputs.
  var wanted: [FeatureDescription]
  /// Whether the model has an answer to numbers that are missing, for which `nan` stands.
  var knowsMissingNumbers = false
  /// Whether the files are laps; else they are plain tables.
  var areLaps: Bool
  /// Whether each answer must be out before the next line is read.
  var isLineBuffered = false
  /// How many threads read rows ahead.
  var threads = 1

  /// How a file is called in messages.
  func name(_ index: Int) -> String { files[index] == "-" ? "standard input" : files[index] }

  func open(_ index: Int) throws -> any RecordSource {
    let file = files[index]
    let source = file == "-" ? ByteSource.standardInput() : try ByteSource.file(file)
    do {
      return try open(source, index)
    } catch let problem as TableProblem {
      throw problem.explained(by: source)
    }
  }

  private func open(_ source: ByteSource, _ index: Int) throws -> any RecordSource {
    if input.format(of: files[index]) == .jsonl {
      return try JSONLinesSource(
        source, file: index, wanted: wanted, input: input, areLaps: areLaps,
        purpose: purpose, isLineBuffered: isLineBuffered)
    }
    if areLaps, isLineBuffered {
      return try StreamedLapSource(source, file: index, wanted: wanted, input: input)
    }
    return areLaps
      ? try LapSource(
        source, file: index, wanted: wanted,
        options: lapOptions)
      : try TableSource(
        source, file: index, wanted: wanted, input: input, mappings: input.map.map(\.mapping),
        conversion: conversion, isLineBuffered: isLineBuffered, threads: threads)
  }

  /// No lap has times or distances that are no numbers, and nothing can be learned from such.
  private var conversion: TableConversion {
    TableConversion(
      takesNonFinite: purpose == .predict && !RunFeatures.areInputs(wanted),
      missingHint: knowsMissingNumbers ? "the model knows missing numbers: write nan" : nil,
      isShapeFixed: purpose == .update,
      keepsEmptyRows: onError == .null || isLineBuffered || wanted.allSatisfy(\.isOptional))
  }

  private var lapOptions: LapOptions {
    var options = input.lapOptions(purpose: purpose, onError: onError, threads: threads)
    options.listsAllErrors = listsAllErrors
    return options
  }

  /// Refuses options that would change nothing about how the model's files are read.
  func check() throws(ValidationError) {
    if !areLaps, !input.raw, let option = input.optionForLaps {
      throw ValidationError(
        "'\(option)' says nothing: the model asks for no laps, so the files are plain tables",
        hint: "give every row a constant with --map FEATURE==TEXT")
    }
    if isLineBuffered, input.units != nil {
      throw ValidationError(
        "'--units' says nothing: with '--line-buffered' distances are metres")
    }
  }

  /// Refuses what can be known to fail before anything is written.
  static func check(_ files: [String], _ input: InputOptions) throws {
    if let file = files.first(where: { input.format(of: $0) == .jsonl }),
      let option = input.optionForTables
    {
      throw ValidationError(
        "'\(option)' says nothing about JSON lines, as which '\(file)' is read",
        hint: "--input-format csv if it is a table")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read only once, but '-' is there twice")
    }
    for file in files where file != "-" {
      if ModelFormat.isModel(at: file) {
        throw FileProblem(
          TableProblem(
            "model", message: "this is a model, not a table of laps or features",
            hint: "use --model \(file), and give the table as FILE"), file: file)
      }
      _ = try ByteSource.file(file)
    }
  }
}
