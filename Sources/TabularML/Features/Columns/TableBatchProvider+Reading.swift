import Foundation
import Laps
import ModelSpec
import Tables

extension MLModelDescription {
  /// The inputs, and the training inputs that are none of them, which a table need not have.
  var rowFeatures: [FeatureDescription] {
    let inputs = Set(model.inputs.map(\.name))
    return model.inputs
      + model.trainingInputs.filter { !inputs.contains($0.name) }.map { target in
        var target = target
        target.isOptional = true
        return target
      }
  }
}

extension MLModelError {
  /// What went wrong when a table was read, after the file's name and the place in it.
  init(readingTable url: URL, _ error: any Error) {
    switch error {
    case let error as MLModelError: self = error
    case let problem as TableProblem: self.init(problem, in: url)
    case let errors as LapErrors where !errors.problems.isEmpty:
      self.init(errors.problems[0], in: url)
    case let error as InputError: self.init(.io, error.message, cause: error)
    default: self.init(.io, error.localizedDescription, cause: error)
    }
  }

  private init(_ problem: TableProblem, in url: URL) {
    let place = [problem.place?.line, problem.place?.column].compactMap { $0 }
      .map { ":\($0)" }.joined()
    self.init(
      .io, "\(url.lastPathComponent)\(place): \(problem.message)",
      hint: problem.hint ?? problem.didYouMean.map { "Did you mean '\($0)'?" }, cause: problem)
  }
}
