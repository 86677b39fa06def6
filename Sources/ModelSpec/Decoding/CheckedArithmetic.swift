extension Int {
  /// nil instead of a trap when the product does not fit.
  func multiplied(by other: Int) -> Int? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}
