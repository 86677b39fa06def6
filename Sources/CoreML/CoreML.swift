@_exported import TabularML
