import CommandLineKit
import Foundation

/// The versions of a store, as text for people and as a JSON document.
struct HistoryListing {
  /// The version in use; 0 is the bundled base model.
  var inUse: Int
  var records: [VersionRecord]

  /// A table with a line for each version, after one for the base model.
  var text: String {
    var rows = [["", "version", "from", "date", "runs", "rows", "held out", "error"]]
    rows.append([inUse == 0 ? "*" : "", "base", "", "", "", "", "", ""])
    for record in records {
      rows.append([
        record.version == inUse ? "*" : "", "\(record.version)",
        record.parent == 0 ? "base" : "\(record.parent)",
        record.saved.formatted(.iso8601.year().month().day()), "\(record.runs)", "\(record.rows)",
        "\(record.heldOut)", Self.errors(record),
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        // Counts end together; words begin together.
        return (4...6).contains(column) ? padding + cell.0 : cell.0 + padding
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  /// `inUse`, and for each version the members of its record but the runs' fingerprints.
  var json: JSONValue {
    .object([
      ("inUse", .int(Int64(inUse))),
      (
        "versions",
        .array(
          records.map { record in
            .object([
              ("version", .int(Int64(record.version))), ("parent", .int(Int64(record.parent))),
              ("date", .string(record.saved.formatted(.iso8601))),
              ("rows", .int(Int64(record.rows))), ("runs", .int(Int64(record.runs))),
              ("heldOut", .int(Int64(record.heldOut))), ("epochs", .int(Int64(record.epochs))),
              ("errorBefore", record.errorBefore.map(JSONValue.double) ?? .null),
              ("errorAfter", record.errorAfter.map(JSONValue.double) ?? .null),
            ])
          })
      ),
    ])
  }

  private static func errors(_ record: VersionRecord) -> String {
    guard let before = record.errorBefore, let after = record.errorAfter else {
      return "not measured"
    }
    return ErrorText.clock(seconds: before) + " -> " + ErrorText.clock(seconds: after)
  }
}
