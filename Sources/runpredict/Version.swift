/// What `--version` says.
enum Version {
  static let number = "0.1.0"

  static var text: String {
    "runpredict \(number)\n"
  }
}
