import ModelSpec
import TabularML

/// What libFuzzer calls with each input: model bytes of any kind are read and planned, or refused,
/// never trapped on; what was read and can be run is encoded to a model that reads back the same.
private func fuzzModels(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start = unsafe start, count > 0 else { return 0 }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let document = try ModelDocument(bytes: bytes)
    let plan = try Plan(document.model)
    precondition(plan.inputs.count == document.model.description.inputs.count)
    let again = try ModelDecoder.decode(ModelEncoder.encode(document.model))
    // A number that is none is not equal to itself, so the texts are compared.
    precondition("\(again)" == "\(document.model)", "encoding loses something")
  } catch {
    return 0
  }
  return 0
}

// libFuzzer's own loop, given our function instead of the one that its `main` looks for.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main enum Program {
  static func main() {
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    _ = unsafe runFuzzer(&count, &arguments, fuzzModels)
  }
}
