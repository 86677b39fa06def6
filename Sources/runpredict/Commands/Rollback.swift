import CommandLineKit

/// Goes back to the version before the last update, or before a reset.
struct Rollback: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rollback", abstract: "Go back one version of the personal model",
      discussion: """
        The version before the first is the bundled base model. After a reset, the version that was \
        in use before it comes back. A damaged version is passed over.
        """,
      examples: [.init("runpredict rollback", "Undo the last update")])
  }

  @Flag(help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    let store = ModelLocator().store
    if dryRun {
      let target = try target(in: store, console)
      return try console.print("Would go back to \(name(of: target)).\n")
    }
    // A store that is not there has nothing to go back to, and is not made for that.
    _ = try store.rollingBack(isIntact: { _ in true })
    let locked = try LockedStore(store)
    let target = try target(in: store, console)
    try locked.use(target)
    try console.print("In use: \(name(of: target)).\n")
  }

  private func target(in store: ModelStore, _ console: Console) throws -> StorePointer {
    let target = try store.rollingBack(isIntact: store.isIntact)
    for version in target.passedOver {
      console.note(
        "version \(version) is damaged and was passed over", kind: "damagedVersion",
        file: store.folder(of: version))
    }
    return target.pointer
  }

  private func name(of pointer: StorePointer) -> String {
    pointer.version == 0 ? "the bundled base model" : "version \(pointer.version)"
  }
}
