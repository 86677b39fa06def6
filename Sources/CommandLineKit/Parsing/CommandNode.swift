/// A command in the tree: its type, its place, and its arguments.
package struct CommandNode {
  package var type: any ParsableCommand.Type
  /// Its name and its ancestors', such as `["runpredict", "predict"]`.
  package var path: [String]
  package var configuration: CommandConfiguration
  package var arguments: [ArgumentDefinition]
  /// The parsed value, whose properties the definitions write.
  let instance: any ParsableCommand

  package init(_ type: any ParsableCommand.Type, parents: [String] = []) {
    self.type = type
    configuration = type.configuration
    path = parents + [configuration.commandName]
    instance = type.init()
    arguments = declaredArguments(of: instance)
    arguments.append(
      ArgumentDefinition(
        kind: .flag, names: [.short("h")], help: "Show a short help.", section: "Help"))
    arguments.append(
      ArgumentDefinition(
        kind: .flag, names: [.long("help")], help: "Show all of the help.", section: "Help"))
    if parents.isEmpty {
      arguments.append(
        ArgumentDefinition(
          kind: .flag, names: [.long("version")],
          help: "Show the version, and those of the libraries.", section: "Help"))
    }
  }

  package var positionals: [ArgumentDefinition] { arguments.filter { $0.kind == .positional } }
  package var options: [ArgumentDefinition] { arguments.filter { $0.kind != .positional } }

  package var name: String { configuration.commandName }

  package var subcommands: [CommandNode] {
    configuration.subcommands.map { CommandNode($0, parents: path) }
  }

  var subcommandNames: [String] { configuration.subcommands.map { $0.configuration.commandName } }

  /// The subcommand of that name.
  ///
  /// What the others declare is not looked at: that would take most of a start.
  func subcommand(named name: String) -> CommandNode? {
    configuration.subcommands.first { $0.configuration.commandName == name }
      .map { CommandNode($0, parents: path) }
  }

  /// The usage line, without a leading "usage:".
  package var usage: String {
    var words = path
    if !configuration.subcommands.isEmpty {
      words.append("COMMAND")
    } else {
      if !options.isEmpty { words.append("[options]") }
      words += positionals.map { $0.isRequired ? $0.synopsis : "[\($0.synopsis)]" }
    }
    return words.joined(separator: " ")
  }
}
