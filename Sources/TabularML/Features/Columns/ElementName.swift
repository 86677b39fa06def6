/// The names of the columns of a table that hold an array, one for each element.
package enum ElementName {
  /// What follows the array's name: `.4`, or `.1.1` with two dimensions, for an element in C order.
  package static func suffix(_ element: Int, in shape: [Int]) -> String {
    var rest = element
    var indexes: [String] = []
    for size in shape.reversed() {
      indexes.append(String(rest % size))
      rest /= size
    }
    return indexes.reversed().map { "." + $0 }.joined()
  }
}
