import CommandLineKit
import Testing

@Suite struct JSONValueTests {
  static let document = JSONValue.object([
    ("b", .array([.int(1), .double(2.5), .double(3), .double(.nan), .double(-.infinity)])),
    (
      "a",
      .object([("text", .string("\"\\\n\u{1}é")), ("none", JSONValue(nil)), ("yes", .bool(true))])
    ),
    ("empty", .array([])),
  ])

  @Test func compact() {
    #expect(
      Self.document.compact == #"""
        {"b":[1,2.5,3,"nan","-inf"],"a":{"text":"\"\\\n\u0001é","none":null,"yes":true},"empty":[]}
        """#)
  }

  @Test func pretty() {
    #expect(
      JSONValue.object([("a", .array([.int(1)])), ("b", .object([]))]).pretty == """
        {
          "a": [
            1
          ],
          "b": {}
        }
        """)
  }
}
