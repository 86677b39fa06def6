import CommandLineKit

/// Goes back to the bundled base model.
struct Reset: RunpredictCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "reset", abstract: "Go back to the bundled base model",
      discussion: """
        The versions that updates have made are kept: 'runpredict rollback' undoes a reset. After a \
        reset all records count as new.
        """,
      examples: [.init("runpredict reset", "Forget the updates")])
  }

  @Flag(help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Messages") var common: CommonOptions

  func run(_ console: Console) throws {
    let store = ModelLocator().store
    if let pointer = try? store.pointer(), pointer.version == 0 {
      return try console.print("The bundled base model is in use already.\n")
    }
    if dryRun {
      _ = try store.resetting()
      return try console.print("Would go back to the bundled base model.\n")
    }
    let locked = try LockedStore(store)
    try locked.use(store.resetting())
    try console.print(
      "The bundled base model is in use; 'runpredict rollback' undoes this.\n")
  }
}
