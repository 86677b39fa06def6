import Foundation
import Testing

@testable import ModelSpec

/// Cases outside of the repository, those of other people's models among them, if they are there.
enum SharedCases {
  static let root: URL? = {
    let named = ProcessInfo.processInfo.environment["RUNPREDICT_SHARED_CASES"]
    let sibling = ModelCase.root.appending(path: "../../../../shared/cases")
    let folder = named.map { URL(filePath: $0) } ?? sibling
    let models = folder.appending(path: "models")
    let isThere = FileManager.default.fileExists(atPath: models.path(percentEncoded: false))
    return isThere ? models : nil
  }()

  static let all: [ModelCase] =
    root.map { root in
      ["", "updatable", "third-party"].flatMap {
        ModelCase.all(in: root.appending(path: $0))
      }
    } ?? []
}

@Suite(.enabled(if: SharedCases.root != nil, "RUNPREDICT_SHARED_CASES names no folder of cases"))
struct SharedCaseTests {
  /// A valid model can be run or is outside of what can be.
  @Test(arguments: SharedCases.all.filter(\.isSource))
  func readsEveryValidCase(_ modelCase: ModelCase) throws {
    do throws(ModelError) {
      let document = try ModelDocument.read(at: modelCase.path)
      let parts = try CompiledBundle.parts(of: document, named: "X")
      let again = try CompiledBundle.parts(
        of: try ModelDocument.read(at: modelCase.path), named: "X")
      #expect(parts.map(\.1) == again.map(\.1))
      let weights = WeightFolder(files: document.weightFiles)
      let bytes = ModelEncoder.encode(document.model)
      #expect(try ModelDecoder.decode(bytes, weights: weights) == document.model)
    } catch {
      #expect(error.isUnsupported, "\(error)")
    }
  }

  /// A bundle by Apple's compiler holds the interface of its source, and every kind of its stages.
  @Test(arguments: SharedCases.all.filter(\.isSource))
  func readsEveryCompiledBundle(_ modelCase: ModelCase) throws {
    for name in ["model.mlmodelc", "retrained.mlmodelc"] {
      let path = modelCase.folder.appending(path: name).path(percentEncoded: false)
      guard FileManager.default.fileExists(atPath: path) else { continue }
      do throws(ModelError) {
        let compiled = try ModelDocument.read(at: path).model
        let source = try ModelDocument.read(at: modelCase.path).model
        #expect(compiled.description == source.description)
        #expect(compiled.specificationVersion == source.specificationVersion)
        #expect(compiled.isUpdatable == source.isUpdatable)
        #expect(
          compiled.kind.pipeline?.models.map(\.kind.name)
            == source.kind.pipeline?.models.map(\.kind.name))
        #expect(compiled.kind.network?.updateParameters == source.kind.network?.updateParameters)
      } catch {
        // Outside of what can be run, as its source is.
        #expect(error.isUnsupported, "\(error)")
        #expect((try? ModelDocument.read(at: modelCase.path)) == nil, "\(error)")
      }
    }
  }

  /// The first stage of this pipeline is a bundle of its own, with the whole message as payload.
  @Test func readsABundleByApplesCompiler() throws {
    let root = try #require(SharedCases.root)
    let stage = root.appending(path: "third-party/wisconsin/model.mlmodelc/model0")
    let path = stage.path(percentEncoded: false)
    let model = try ModelDocument.read(at: path).model
    guard case .featureVectorizer(let vectorizer) = model.kind else {
      Issue.record("\(model.kind.name)")
      return
    }
    #expect(vectorizer.inputs.count == 9)
  }
}
