import Foundation
import Testing

@testable import ModelSpec

@Suite struct ValidationTests {
  @Test(arguments: ModelCase.valid + ModelCase.updatable)
  func acceptsValidModel(_ modelCase: ModelCase) throws {
    let document = try ModelDocument.read(at: modelCase.path)
    #expect(try document.bytes == modelCase.bytes())
  }
}
