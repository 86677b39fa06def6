import CommandLineKit
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ("LapTime", "laptime", 0), ("abc", "abc", 0), ("ca", "abc", 3),
  ])
  func distance(_ first: String, _ second: String, expected: Int) {
    #expect(editDistance(first, second) == expected)
    #expect(editDistance(second, first) == expected)
  }

  @Test(arguments: [
    ("lapTme", "lapTime"), ("predcit", "predict"), ("verb", "verbose"), ("zzzz", nil), ("", nil),
    (String(repeating: "x", count: 10_000), nil), ("p", nil),
  ])
  func nearestName(_ word: String, expected: String?) {
    #expect(nearest(to: word, among: ["lapTime", "predict", "verbose", "cumTime"]) == expected)
  }

  @Test func nothingIsNearToNothing() { #expect(nearest(to: "a", among: []) == nil) }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
  ])
  func choices(_ words: [String], expected: String) { #expect(choiceList(words) == expected) }
}
