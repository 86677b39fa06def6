import CommandLineKit

/// Goes back to the version before the last update, or before a reset, or to any other.
struct Rollback: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rollback", abstract: "Go back one version of the personal model",
      discussion: """
        The version before the first is the bundled base model. After a reset, the version that was \
        in use before it comes back. A damaged version is passed over. Versions are never removed: \
        --to takes any that 'history' lists, also one that was gone back from.
        """,
      examples: [
        .init("runpredict rollback", "Undo the last update"),
        .init("runpredict rollback --to 1", "Undo all updates but the first"),
      ])
  }

  @Option(
    help: ArgumentHelp("Take this version, earlier or later than the one in use.", valueName: "N"))
  var to: Int?

  @Flag(help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func validate() throws {
    if let to, to < 1 {
      throw ValidationError(
        "'--to' should be the number of a version, found \(to)",
        hint: "`runpredict reset` goes back to the bundled base model")
    }
  }

  func run(_ console: Console) throws {
    let store = ModelLocator(environment: console.environment).store
    let before = try? store.pointer()
    if let to, before?.version == to, store.isIntact(to) {
      return try console.print("Version \(to) is in use already.\n")
    }
    if dryRun {
      let target = try target(in: store, console)
      let direction = to == nil ? "go back to" : "take"
      return try console.print("Would \(direction) \(name(of: target)).\n")
    }
    // A store that is not there has nothing to go back to, and is not made for that.
    _ = try to.map(store.going(to:)) ?? store.rollingBack(isIntact: { _ in true }).pointer
    let locked = try LockedStore(store)
    let target = try target(in: store, console)
    let undoing = before.flatMap { store.undoing($0) }
    try locked.use(target)
    let way = undoing.map { "; '\($0)' undoes this" } ?? ""
    try console.print("In use: \(name(of: target))\(way).\n")
  }

  private func target(in store: ModelStore, _ console: Console) throws -> StorePointer {
    if let to { return try store.going(to: to) }
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

extension ModelStore {
  /// The command that leads back to a state; nil if its version is damaged.
  fileprivate func undoing(_ pointer: StorePointer) -> String? {
    if pointer.version == 0 { return "runpredict reset" }
    return isIntact(pointer.version) ? "runpredict rollback --to \(pointer.version)" : nil
  }
}
