import CModelSpec
import CProtobufC

extension ProgramDecoder {
  func valueType(
    _ message: Spec__ValueType, at path: ModelPath
  ) throws(ModelError) -> Program.ValueType {
    switch unsafe message.type_case {
    case SPEC__VALUE_TYPE__TYPE_TENSOR_TYPE:
      return .tensor(
        unsafe try tensorType(message.tensortype.pointee, at: path.field("tensorType")))
    case SPEC__VALUE_TYPE__TYPE_LIST_TYPE:
      let list = unsafe message.listtype.pointee
      let path = path.field("listType")
      let length = unsafe try list.length.map { length throws(ModelError) in
        unsafe try dimension(length.pointee, at: path.field("length"))
      }
      return .list(unsafe try valueType(list.type, at: path.field("type")), length: length ?? nil)
    case SPEC__VALUE_TYPE__TYPE_TUPLE_TYPE:
      let tuple = unsafe message.tupletype.pointee
      let path = path.field("tupleType")
      return .tuple(
        unsafe try list(tuple.types, tuple.n_types) { (type, index) throws(ModelError) in
          unsafe try valueType(type, at: path.element("types", index))
        })
    case SPEC__VALUE_TYPE__TYPE_DICTIONARY_TYPE:
      let dictionary = unsafe message.dictionarytype.pointee
      let path = path.field("dictionaryType")
      return .dictionary(
        key: unsafe try valueType(dictionary.keytype, at: path.field("keyType")),
        value: unsafe try valueType(dictionary.valuetype, at: path.field("valueType")))
    case SPEC__VALUE_TYPE__TYPE_STATE_TYPE:
      return .state(
        unsafe try valueType(
          message.statetype.pointee.wrappedtype,
          at: path.field("stateType").field("wrappedType")))
    default:
      throw path.error(.structure, "the type is not set")
    }
  }

  private func valueType(
    _ message: UnsafeMutablePointer<Spec__ValueType>?, at path: ModelPath
  ) throws(ModelError) -> Program.ValueType {
    guard let message = unsafe message else {
      throw path.error(.structure, "the type is not set")
    }
    return unsafe try valueType(message.pointee, at: path)
  }

  private func tensorType(
    _ message: Spec__TensorType, at path: ModelPath
  ) throws(ModelError) -> Program.TensorType {
    guard let dataType = unsafe Program.DataType(rawValue: message.datatype) else {
      throw path.field("dataType").error(
        .type, "there is no element type with the number \(unsafe message.datatype)")
    }
    let dimensions: [Int?] = unsafe try list(message.dimensions, message.n_dimensions) {
      (message, index) throws(ModelError) in
      unsafe try dimension(message, at: path.element("dimensions", index))
    }
    guard unsafe message.rank < 0 || message.rank == Int64(dimensions.count) else {
      throw path.field("rank").error(
        .shape, "the rank is \(unsafe message.rank), and there are \(dimensions.count) dimensions")
    }
    return Program.TensorType(dataType, dimensions)
  }

  /// A size, or nil when it is known only later.
  private func dimension(
    _ message: Spec__Dimension, at path: ModelPath
  ) throws(ModelError) -> Int? {
    guard unsafe message.dimension_case == SPEC__DIMENSION__DIMENSION_CONSTANT else { return nil }
    let size = unsafe message.constant.pointee.size
    guard let size = Int(exactly: size) else {
      throw path.error(.shape, "a dimension is \(size)")
    }
    return size
  }
}
