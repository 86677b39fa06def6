extension String {
  /// The name of a kind, layer or type behind its article: `a scaler`, `an imputer`, `a unary`.
  package var withArticle: String {
    // Spelled with a vowel, but spoken with a consonant: one, you.
    let isSpokenOtherwise = ["one", "una", "uni"].contains { lowercased().hasPrefix($0) }
    let isVowel = first.map { "aeiouAEIOU".contains($0) } ?? false
    return isVowel && !isSpokenOtherwise ? "an \(self)" : "a \(self)"
  }
}
