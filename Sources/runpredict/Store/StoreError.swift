import CommandLineKit

/// Why the store of personal models cannot be read or changed, and the way out.
struct StoreError: Error, Equatable {
  enum Kind: String {
    /// Another process is updating the store.
    case locked
    /// A part is missing or its content cannot be true.
    case damagedStore
    case storeNotCreated, storeNotRead, storeWriteFailed
    /// There is no version to go back to.
    case noVersion
  }

  var kind: Kind
  /// The file or folder concerned.
  var part: String
  var message: String
  var hint: String?

  var exitCode: ExitCode {
    switch kind {
    case .locked: .temporaryFailure
    case .damagedStore, .noVersion: .dataError
    case .storeNotCreated: .cannotCreate
    case .storeNotRead: .noInput
    case .storeWriteFailed: .ioError
    }
  }

  /// A part that is there but wrong, or gone; one of the two commands always gets out of it.
  static func damaged(_ part: String, _ message: String) -> StoreError {
    StoreError(
      kind: .damagedStore, part: part, message: message,
      hint: "go back with `runpredict rollback`, or to the bundled model with `runpredict reset`")
  }
}

/// A system call that failed on a path.
struct DiskError: Error, Equatable {
  var operation: String
  var path: String
  /// The value of `errno`.
  var code: Int32

  /// The same failure in the words of the store.
  var whileWriting: StoreError {
    StoreError(
      kind: isRefusal ? .storeNotCreated : .storeWriteFailed, part: path,
      message: "cannot \(operation): \(reason)",
      hint: isRefusal
        ? "choose another folder with RUNPREDICT_HOME"
        : "nothing was changed; make room and try again")
  }

  var whileReading: StoreError {
    StoreError(
      kind: .storeNotRead, part: path, message: "cannot \(operation): \(reason)",
      hint: "choose another folder with RUNPREDICT_HOME")
  }
}

extension StoreError {
  /// Runs something that reads the store, with its failures in the store's words.
  static func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DiskError {
      throw error.whileReading
    }
  }

  /// Runs something that changes the store, with its failures in the store's words.
  static func writing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DiskError {
      throw error.whileWriting
    }
  }
}

extension StoreError: ReportableError {
  var diagnostic: Diagnostic {
    Diagnostic(
      .error, kind.rawValue, file: kind == .noVersion ? nil : part, message: message, hint: hint)
  }
}
