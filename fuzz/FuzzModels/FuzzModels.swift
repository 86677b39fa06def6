import Foundation
import ModelSpec
import TabularML

/// What libFuzzer calls with each input: model bytes of any kind are read and planned, or refused,
/// never trapped on; what was read and can be run is encoded to a model that reads back the same.
///
/// An input that does not begin like a model is a package or a bundle, file after file.
private func fuzzModels(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start = unsafe start, count > 0 else { return 0 }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let isFolder = bytes[0] == UInt8(ascii: "/")
  guard let document = isFolder ? readFolder(bytes.dropFirst()) : try? ModelDocument(bytes: bytes),
    let plan = try? Plan(document.model)
  else { return 0 }
  precondition(plan.inputs.count == document.model.description.inputs.count)
  // A folder may hold more than the message does, such as weights.
  guard !isFolder else { return 0 }
  do {
    let encoded = ModelEncoder.encode(document.model)
    let again = try ModelEncoder.encode(ModelDecoder.decode(encoded))
    // As bytes, for a number that is none is not equal to itself, and dictionaries have no order.
    precondition(again == encoded, "encoding loses something")
  } catch {
    preconditionFailure("what was encoded cannot be read: \(error)")
  }
  return 0
}

/// Reads a package or bundle by way of a folder of its own.
private func readFolder(_ bytes: ArraySlice<UInt8>) -> ModelDocument? {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "fuzz-models-\(ProcessInfo.processInfo.processIdentifier)")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FolderInput(bytes).write(to: folder)
    return try ModelDocument.read(at: folder.path)
  } catch {
    return nil
  }
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
