import Foundation
import ModelSpec
import TabularML
import Testing

@Suite struct MLModelErrorTests {
  @Test(
    "The numbers are Core ML's",
    arguments: [
      (MLModelError.generic, 0), (MLModelError.featureType, 1), (MLModelError.io, 3),
      (MLModelError.customLayer, 4), (MLModelError.customModel, 5), (MLModelError.update, 6),
      (MLModelError.parameters, 7), (MLModelError.modelDecryptionKeyFetch, 8),
      (MLModelError.modelDecryption, 9), (MLModelError.modelCollection, 10),
      (MLModelError.predictionCancelled, 11),
    ])
  func codes(code: MLModelError.Code, number: Int) {
    let error: any Error = MLModelError(code, "told")
    let bridged = error as NSError
    #expect(bridged.domain == "com.apple.CoreML")
    #expect(bridged.code == number)
    #expect(bridged.localizedDescription == "told")
    #expect(error.localizedDescription == "told")
  }

  @Test func aCodeCanBeCaught() {
    func caught(_ error: any Error) -> String {
      do {
        throw error
      } catch MLModelError.featureType {
        return "feature"
      } catch {
        return "other"
      }
    }
    #expect(caught(MLModelError(.featureType)) == "feature")
    #expect(caught(MLModelError(.generic)) == "other")
    #expect(caught(CancellationError()) == "other")
  }

  @Test func causesOfModels() throws {
    let damaged = ModelError(.structure, at: "glm.weights", "no weights", hint: "export it again")
    let error = MLModelError(damaged)
    #expect(error.code == .io)
    #expect(error.localizedDescription == "glm.weights: no weights")
    #expect(error.recoverySuggestion == "export it again")
    #expect(error.modelError == damaged)
    #expect(MLModelError(ModelError(.unsupportedKind, at: "", "x")).code == .generic)
    #expect(MLModelError(.io, "same") == MLModelError(.io, "same"))
    #expect(MLModelErrorDomain == MLModelError.errorDomain)
  }

  @Test func keys() {
    let weights = MLParameterKey.weights.scoped(to: "dense")
    #expect(weights.description == "dense.weights")
    #expect(weights == MLParameterKey.weights.scoped(to: "dense"))
    #expect(weights != MLParameterKey.weights)
    #expect(weights.scope == "dense" && weights.name == "weights")
    #expect([MLParameterKey.learningRate: 0.1][.learningRate] == 0.1)
    #expect(MLMetricKey.lossValue.description == "lossValue")
    #expect(MLKey.isEqual(MLParameterKey.epochs)(MLMetricKey.lossValue) == false)
  }
}
