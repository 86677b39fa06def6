/// What adds up over all stages of a bundle while it is read.
struct BundleTally {
  var stages = 0
  /// Why the model cannot be written or trained though it can be asked; nil if nothing is missing.
  var reservation: ModelError?
}
