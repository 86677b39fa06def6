public import Foundation

/// The domain of Core ML's errors.
public let MLModelErrorDomain = "com.apple.CoreML"

/// Why a model could not be loaded, used or updated.
///
/// `catch MLModelError.featureType` catches one code; `error as NSError` has domain, code and text.
public struct MLModelError: Error, Hashable, Sendable {
  /// The numbers of the errors, which are Core ML's own.
  public enum Code: Int, Sendable {
    /// Anything without a code of its own, such as a missing feature.
    case generic = 0
    /// A feature has another type or shape than the model needs.
    case featureType = 1
    /// A file cannot be read or written, or is not a valid model.
    case io = 3
    /// A custom layer failed.
    case customLayer = 4
    /// A custom model failed.
    case customModel = 5
    /// An update could not be done.
    case update = 6
    /// A parameter is unknown or its value not allowed.
    case parameters = 7
    /// The key of an encrypted model could not be fetched.
    case modelDecryptionKeyFetch = 8
    /// An encrypted model could not be decrypted.
    case modelDecryption = 9
    /// A collection of models could not be had.
    case modelCollection = 10
    /// The task that waited for the prediction was cancelled.
    case predictionCancelled = 11
  }

  /// The number of the error.
  public let code: Code
  private let nsError: NSError

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The number of the error.
  ///   - userInfo: Text and cause, under the keys that `NSError` has for them.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    nsError = NSError(domain: MLModelErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// Text and cause, under the keys that `NSError` has for them.
  public var userInfo: [String: Any] { nsError.userInfo }

  /// The text for a person.
  public var localizedDescription: String { errorDescription ?? "" }
}

extension MLModelError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// Domain, number and text, as `NSError` prints them on Apple's systems.
  public var description: String {
    "Error Domain=\(MLModelErrorDomain) Code=\(code.rawValue) \"\(errorDescription ?? "")\""
  }

  /// The domain of Core ML's errors.
  public static var errorDomain: String { MLModelErrorDomain }
  /// The number of the error.
  public var errorCode: Int { code.rawValue }
  /// Text and cause, under the keys that `NSError` has for them.
  public var errorUserInfo: [String: Any] { userInfo }

  /// The text for a person.
  public var errorDescription: String? {
    userInfo[NSLocalizedDescriptionKey] as? String
      ?? "Core ML error \(code.rawValue) (\(code))."
  }

  /// What can be done about it, where that is known.
  public var recoverySuggestion: String? {
    userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String
  }
}

extension MLModelError {
  /// Anything without a code of its own, such as a missing feature.
  public static var generic: Code { .generic }
  /// A feature has another type or shape than the model needs.
  public static var featureType: Code { .featureType }
  /// A file cannot be read or written, or is not a valid model.
  public static var io: Code { .io }
  /// A custom layer failed.
  public static var customLayer: Code { .customLayer }
  /// A custom model failed.
  public static var customModel: Code { .customModel }
  /// An update could not be done.
  public static var update: Code { .update }
  /// A parameter is unknown or its value not allowed.
  public static var parameters: Code { .parameters }
  /// The key of an encrypted model could not be fetched.
  public static var modelDecryptionKeyFetch: Code { .modelDecryptionKeyFetch }
  /// An encrypted model could not be decrypted.
  public static var modelDecryption: Code { .modelDecryption }
  /// A collection of models could not be had.
  public static var modelCollection: Code { .modelCollection }
  /// The task that waited for the prediction was cancelled.
  public static var predictionCancelled: Code { .predictionCancelled }
}

extension MLModelError.Code {
  /// Whether an error is a Core ML error with this code, so that `catch` can name the code.
  ///
  /// - Parameters:
  ///   - code: The code to look for.
  ///   - error: Any error.
  /// - Returns: True when the error has the code.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? MLModelError)?.code == code
  }
}
