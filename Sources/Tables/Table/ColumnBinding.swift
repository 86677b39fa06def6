/// Where the values of a request come from.
enum ColumnBinding: Sendable {
  case column(Int)
  case constant(ConvertedColumn)
  /// An optional column that the table does not have.
  case absent
}

extension TableHeader {
  /// Finds the columns for some requests, by mapping or by name.
  ///
  /// - Throws: `missingColumn`, `duplicateColumn`, `unknownFeature` or, for a constant that has not
  ///   the type of its feature, the reason of `NumberFailure`.
  func bind(
    _ requests: [ColumnRequest], _ mappings: [ColumnMapping]
  ) throws(TableProblem) -> [ColumnBinding] {
    for mapping in mappings where !requests.contains(where: { $0.name == mapping.feature }) {
      let names = requests.map(\.name)
      throw TableProblem(
        "unknownFeature", name: mapping.feature,
        message:
          "nothing asks for '\(mapping.feature)'; there are \(names.joined(separator: ", "))",
        didYouMean: EditDistance.nearest(to: mapping.feature, among: names))
    }
    var bindings: [ColumnBinding] = []
    var absent: [String] = []
    for request in requests {
      let mapping = mappings.last { $0.feature == request.name }
      let binding: ColumnBinding
      switch mapping?.source {
      case .constant(let text): binding = .constant(try constant(text, request))
      case .column(let name, let occurrence):
        guard let column = try column(name, occurrence, request) else {
          throw missingColumn(name, for: request.name, others: [], of: requests)
        }
        binding = .column(column)
      case nil:
        binding = try column(request.name, nil, request).map(ColumnBinding.column) ?? .absent
      }
      if case .absent = binding, request.isRequired { absent.append(request.name) }
      bindings.append(binding)
    }
    if let name = absent.first {
      throw missingColumn(name, for: name, others: absent.dropFirst(), of: requests)
    }
    return bindings
  }

  private func column(
    _ name: String, _ occurrence: Int?, _ request: ColumnRequest
  ) throws(TableProblem) -> Int? {
    // A name may really end in "#2".
    let literal = occurrence.map { self.columns(named: "\(name)#\($0)") } ?? []
    if let first = literal.first { return first }
    let columns = self.columns(named: name)
    if let occurrence { return occurrence <= columns.count ? columns[occurrence - 1] : nil }
    guard columns.count > 1 else { return columns.first }
    let choices = (1...columns.count).map { "--map '\(request.name)=\(name)#\($0)'" }
    throw problem(
      "duplicateColumn", column: columns[1], name: name,
      message: "\(columns.count) columns are named \"\(name)\"",
      hint: choices.joined(separator: " or "))
  }

  private func missingColumn(
    _ name: String, for feature: String, others: ArraySlice<String>, of requests: [ColumnRequest]
  ) -> TableProblem {
    let free = names.filter { name in !requests.contains { $0.name == name } }
    let nearest = EditDistance.nearest(to: name, among: free)
    let also =
      others.isEmpty ? "" : ", and none for " + others.map { "'\($0)'" }.joined(separator: ", ")
    let isData = names.allSatisfy { (try? NumberParser().double($0)) != nil || $0.isEmpty }
    return TableProblem(
      isData ? "noHeader" : "missingColumn",
      at: Place(line: line, column: isData ? 1 : nil), name: isData ? nil : name,
      message: isData
        ? "the first line looks like data, not like the names of columns"
        : "there is no column for '\(name)'\(also); there are \(listing)",
      hint: isData
        ? "add a line with the names of the columns"
        : "--map '\(feature)=\(nearest ?? "COLUMN")', or --map '\(feature)==VALUE' for one value",
      didYouMean: isData ? nil : nearest)
  }

  private func constant(
    _ text: String, _ request: ColumnRequest
  ) throws(TableProblem) -> ConvertedColumn {
    do throws(NumberFailure) {
      let values: ColumnValues
      if request.takesLists, text.hasPrefix("[") {
        return ConvertedColumn(values: .int64s([0]), lists: [0: text])
      }
      let format = NumberFormat(takesNonFinite: request.takesNonFinite)
      switch request.type {
      case .double: values = .doubles([try NumberParser(format).double(text)])
      case .int64: values = .int64s([try NumberParser().int64(text)])
      case .string: values = .strings(StringColumn(codes: [0], dictionary: [text]))
      }
      return ConvertedColumn(values: values)
    } catch {
      throw TableProblem(
        error.kind, name: request.name, value: text,
        message: "'\(request.name)' \(error.message(for: text))")
    }
  }
}

extension ConvertedColumn {
  /// The first value for many rows.
  func repeated(_ count: Int) -> ConvertedColumn {
    var lists: [Int: String] = [:]
    if let list = self.lists[0] { for row in 0..<count { lists[row] = list } }
    let values: ColumnValues =
      switch self.values {
      case .doubles(let values): .doubles(Array(repeating: values[0], count: count))
      case .int64s(let values): .int64s(Array(repeating: values[0], count: count))
      case .strings(let column):
        .strings(
          StringColumn(codes: Array(repeating: 0, count: count), dictionary: column.dictionary))
      }
    return ConvertedColumn(values: values, lists: lists)
  }
}

extension ColumnType {
  /// A column without a value in any row.
  func missingColumn(_ count: Int) -> ConvertedColumn {
    let values: ColumnValues =
      switch self {
      case .double: .doubles(Array(repeating: .nan, count: count))
      case .int64: .int64s(Array(repeating: 0, count: count))
      case .string: .strings(StringColumn(codes: Array(repeating: -1, count: count)))
      }
    return ConvertedColumn(values: values, missing: Array(repeating: true, count: count))
  }
}
