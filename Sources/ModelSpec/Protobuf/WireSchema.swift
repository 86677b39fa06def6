import CModelSpec
import CProtobufC

/// Which fields a message has and how they are written, taken from protobuf-c's own descriptors.
struct WireSchema: Sendable {
  enum FieldKind: Sendable, Equatable {
    case varint, fixed32, fixed64, text, bytes
    /// The place of the message's schema in `messages`.
    case message(Int)

    /// Whether each element of a list is a field of its own; numbers are packed into one.
    var isCounted: Bool {
      switch self {
      case .text, .bytes, .message: true
      case .varint, .fixed32, .fixed64: false
      }
    }
  }

  struct Field: Sendable {
    var number: Int
    var name: String
    var kind: FieldKind
    var isRepeated: Bool
    /// Of the fields with the same number here, below 64, at most one may occur, and only once.
    ///
    /// They are the members of a oneof, or a message that is no list.
    var group: Int?
  }

  struct Message: Sendable {
    /// Bytes that one message takes when unpacked, without what it points to.
    var size: Int
    /// Whether it is a key and a value of a map.
    var isMapEntry: Bool
    var fields: [Field]

    func index(of number: Int) -> Int? {
      var low = 0
      var high = fields.count
      while low < high {
        let middle = (low + high) / 2
        if fields[middle].number < number { low = middle + 1 } else { high = middle }
      }
      return low < fields.count && fields[low].number == number ? low : nil
    }
  }

  /// The root message comes first.
  private(set) var messages: [Message] = []
  static let root = 0

  /// The place of the message that describes an input or output.
  private(set) var feature = -1

  /// The schema of the message `Model` and of all that it can hold.
  static let model: WireSchema = {
    var message = unsafe Spec__Model()
    unsafe spec__model__init(&message)
    return unsafe WireSchema(root: message.base.descriptor)
  }()

  private static var featureDescriptor: UnsafePointer<ProtobufCMessageDescriptor>? {
    var message = unsafe Spec__FeatureDescription()
    unsafe spec__feature_description__init(&message)
    return unsafe message.base.descriptor
  }

  private init(root: UnsafePointer<ProtobufCMessageDescriptor>) {
    var descriptors = unsafe [root]
    var next = 0
    let feature = unsafe Self.featureDescriptor
    while unsafe next < descriptors.count {
      if unsafe descriptors[next] == feature { self.feature = next }
      unsafe messages.append(Self.message(descriptors[next].pointee, &descriptors))
      next += 1
    }
  }

  private static func message(
    _ descriptor: ProtobufCMessageDescriptor,
    _ descriptors: inout [UnsafePointer<ProtobufCMessageDescriptor>]
  ) -> Message {
    let fields = unsafe UnsafeBufferPointer(
      start: descriptor.fields, count: Int(descriptor.n_fields))
    var message = unsafe Message(
      size: descriptor.sizeof_message,
      isMapEntry: String(cString: descriptor.short_name).hasSuffix("Entry"),
      fields: [])
    // Members of one oneof share the place of the number that says which of them is set.
    var groups: [UInt32: Int] = [:]
    for index in fields.indices {
      let field = unsafe fields[index]
      let isRepeated = unsafe field.label == PROTOBUF_C_LABEL_REPEATED
      let kind = unsafe fieldKind(field, &descriptors)
      var group: Int?
      if unsafe isOneofMember(field) {
        group = unsafe groups[field.quantifier_offset] ?? groups.count
        unsafe groups[field.quantifier_offset] = group
      } else if !isRepeated, case .message = kind {
        group = groups.count
        unsafe groups[field.offset] = group
      }
      unsafe message.fields.append(
        Field(
          number: Int(field.id), name: String(cString: field.name), kind: kind,
          isRepeated: isRepeated, group: group))
    }
    return message
  }

  private static func isOneofMember(_ field: ProtobufCFieldDescriptor) -> Bool {
    unsafe field.flags & UInt32(PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue) != 0
  }

  private static func fieldKind(
    _ field: ProtobufCFieldDescriptor,
    _ descriptors: inout [UnsafePointer<ProtobufCMessageDescriptor>]
  ) -> FieldKind {
    switch unsafe field.type {
    case PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_SFIXED32, PROTOBUF_C_TYPE_FLOAT:
      return .fixed32
    case PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_SFIXED64, PROTOBUF_C_TYPE_DOUBLE:
      return .fixed64
    case PROTOBUF_C_TYPE_STRING:
      return .text
    case PROTOBUF_C_TYPE_BYTES:
      return .bytes
    case PROTOBUF_C_TYPE_MESSAGE:
      let type = unsafe field.descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
      if let known = unsafe descriptors.firstIndex(of: type) { return .message(known) }
      unsafe descriptors.append(type)
      return unsafe .message(descriptors.count - 1)
    default:
      return .varint
    }
  }
}
