/// A CSV file, to be read as a table.
public struct CSVFile {
  public let path: String
  /// Opens the file and returns a function that reads its bytes from the start.
  let open: () throws(StoreError) -> ByteSource

  public init(_ path: String, open: @escaping () throws(StoreError) -> ByteSource) {
    self.path = path
    self.open = open
  }

  /// The table's name: the file's, without folder and extension.
  public var table: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// Whether both files would become tables of the same name.
  public func sharesTable(with other: CSVFile) -> Bool { SQLText.areSame(table, other.table) }
}
