/// A value that only one thread uses at a time, although the compiler cannot know it.
struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
