import CProtobufC

// Copies of what protobuf-c allocated. A count and a pointer always come from one unpacked message,
// so they fit together.

func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
  guard let pointer = unsafe pointer else { return "" }
  return unsafe String(cString: pointer)
}

func texts(_ pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int) -> [String]
{
  unsafe UnsafeBufferPointer(start: pointer, count: count).map { unsafe text($0) }
}

func numbers<Number: BitwiseCopyable>(
  _ pointer: UnsafeMutablePointer<Number>?, _ count: Int
) -> [Number] {
  unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
}

func bytes(_ data: ProtobufCBinaryData) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: data.data, count: data.len))
}

/// The messages of a repeated field, made into values one by one.
func list<Message, Value>(
  _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?, _ count: Int,
  _ value: (borrowing Message, Int) throws(ModelError) -> Value
) throws(ModelError) -> [Value] {
  var values: [Value] = []
  values.reserveCapacity(count)
  for index in 0..<count {
    guard let message = unsafe pointer?[index] else { continue }
    unsafe values.append(try value(message.pointee, index))
  }
  return values
}

/// Numbers of the fields that the schema does not have, in the order of the file.
func unknownFieldNumbers(_ message: ProtobufCMessage) -> [Int] {
  unsafe UnsafeBufferPointer(start: message.unknown_fields, count: Int(message.n_unknown_fields))
    .map { unsafe Int($0.tag) }
}
