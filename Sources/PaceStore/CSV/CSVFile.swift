/// A CSV file, to be read as a table.
public struct CSVFile {
  public let path: String
  /// Opens the file; the function that it returns reads the bytes from the start.
  let open: () throws(StoreError) -> CSVReader.Read

  public init(_ path: String, open: @escaping () throws(StoreError) -> CSVReader.Read) {
    self.path = path
    self.open = open
  }

  /// What the table is called: as the file, without folder and ending.
  public var table: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// Whether both files would become a table of the same name.
  public func sharesTable(with other: CSVFile) -> Bool { SQLText.areSame(table, other.table) }

  func reader() throws(StoreError) -> CSVReader {
    try CSVReader(path, prefersTab: path.lowercased().hasSuffix(".tsv"), read: try open())
  }
}
