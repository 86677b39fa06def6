// `import CoreML` gives Foundation as well, as it does on Apple's systems.
@_exported import Foundation
@_exported import TabularML
