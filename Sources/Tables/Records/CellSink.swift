#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The most cells that a record may have.
let mostCells = 65_536

/// Stores what libcsv's callbacks give, in memory of a size that cannot be too small.
///
/// Every store is checked all the same: what does not fit sets `isFull`.
@safe struct CellSink {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let cells: UnsafeMutableBufferPointer<RecordBlock.Cell>
  /// The index of the first cell of each row and, as one more entry, the end of the last row.
  private let rowCells: UnsafeMutableBufferPointer<UInt32>
  /// The index of the record from which each row comes.
  private let rowRecords: UnsafeMutableBufferPointer<UInt32>

  private(set) var byteCount = 0
  private(set) var cellCount = 0
  private(set) var rowCount = 0
  private(set) var recordCount = 0
  private var rowStartByte = 0
  private var rowStartCell = 0
  private(set) var isFull = false
  private(set) var tooWideRecord: Int?

  init(
    bytes: UnsafeMutableBufferPointer<UInt8>,
    cells: UnsafeMutableBufferPointer<RecordBlock.Cell>,
    rowCells: UnsafeMutableBufferPointer<UInt32>,
    rowRecords: UnsafeMutableBufferPointer<UInt32>
  ) {
    unsafe self.bytes = bytes
    unsafe self.cells = cells
    unsafe self.rowCells = rowCells
    unsafe self.rowRecords = rowRecords
  }

  /// Stores a cell without the blanks around it.
  @inline(__always)
  mutating func addCell(_ text: UnsafeBufferPointer<UInt8>) {
    guard unsafe cellCount < cells.count, unsafe text.count <= bytes.count - byteCount else {
      isFull = true
      return
    }
    let start = byteCount
    if !text.isEmpty, let source = text.baseAddress,
      let target = unsafe bytes.baseAddress
    {
      var range = 0..<text.count
      // Letters and digits of ASCII at both ends are by far the most frequent case.
      let (first, last) = unsafe (text[0], text[text.count - 1])
      if first <= 0x20 || first >= 0x80 || last <= 0x20 || last >= 0x80 {
        range = unsafe Blanks.trim(text, range)
      }
      unsafe memcpy(target + start, source + range.lowerBound, range.count)
      byteCount += range.count
    }
    unsafe cells[cellCount] = RecordBlock.Cell(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: byteCount))
    cellCount += 1
  }

  /// Ends a row; if all its cells are empty, it is none.
  mutating func endRow() {
    let record = recordCount
    recordCount += 1
    guard unsafe rowCount < rowRecords.count, unsafe rowCount + 1 < rowCells.count else {
      isFull = true
      return
    }
    if cellCount - rowStartCell > mostCells, tooWideRecord == nil { tooWideRecord = record }
    if byteCount == rowStartByte {
      cellCount = rowStartCell
      return
    }
    unsafe rowRecords[rowCount] = UInt32(truncatingIfNeeded: record)
    rowCount += 1
    unsafe rowCells[rowCount] = UInt32(truncatingIfNeeded: cellCount)
    rowStartCell = cellCount
    rowStartByte = byteCount
  }
}

/// libcsv's callback for a cell; the context is a `CellSink`.
func takeCell(
  _ field: UnsafeMutableRawPointer?, _ length: Int, _ context: UnsafeMutableRawPointer?
) {
  let sink = unsafe context?.assumingMemoryBound(to: CellSink.self)
  let start = unsafe field?.assumingMemoryBound(to: UInt8.self)
  unsafe sink?.pointee.addCell(
    UnsafeBufferPointer(start: start, count: unsafe start == nil ? 0 : length))
}

/// libcsv's callback for the end of a row; the context is a `CellSink`.
func takeRow(_ lineEnd: Int32, _ context: UnsafeMutableRawPointer?) {
  unsafe context?.assumingMemoryBound(to: CellSink.self).pointee.endRow()
}
