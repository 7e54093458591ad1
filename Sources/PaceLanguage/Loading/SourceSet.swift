/// The result of reading a path: its bytes, or why it could not be read.
public enum ReadResult: Sendable {
  case bytes([UInt8])
  /// A reason in lower case with no full stop, such as `no such file`, and the path of the file that is likely meant.
  case failure(String, meant: String? = nil)

  /// The most bytes that a file may have.
  public static let mostBytes = 16 << 20
  /// The failure for a file with more than `mostBytes`.
  public static let tooLarge = ReadResult.failure("it is larger than \(mostBytes >> 20) MB")
}

/// The files of a program: the named files, and the files that they include, read and parsed once each.
///
/// A named file that could not be read stands in `files` with no bytes. An include that could not be read is a
/// diagnostic at the include, and no file.
public struct SourceSet: Sendable {
  public internal(set) var files: [SourceFile] = []
  /// The syntax of each file.
  public internal(set) var syntax: [FileSyntax] = []
  /// Every declaration in program order; what an include brings stands in place of the include.
  public internal(set) var declarations: [Declaration] = []
  /// The files that were named, in that order, each once; scenarios run only from these.
  public internal(set) var roots: [FileID] = []
  /// The file that each include leads to; cycles are left out.
  public internal(set) var included: [FileID] = []
  public internal(set) var diagnostics: [Diagnostic] = []
  /// What `identity` gave for each path by which a file was named or included.
  public internal(set) var identities: [String: String] = [:]

  /// Reads and parses `roots` and what they include, each file once.
  ///
  /// Both functions are given paths without `.`, `..` and doubled slashes. `identity` gives the same text for two
  /// paths of one file, which may differ by links, or by being absolute or relative.
  public init(
    roots paths: [String], read: (String) -> ReadResult, identity: (String) -> String = { $0 }
  ) {
    var loader = SourceLoader(self)
    for path in paths { loader.loadRoot(path, read, identity) }
    self = loader.set
  }

  /// Whether any file has an error in its text, or could not be read.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The names that the text may declare besides those in `declarations`.
  var unreadNames: UnreadNames {
    if diagnostics.contains(where: { $0.isOfLoading }) { return .any }
    return .some(syntax.reduce(into: []) { $0.formUnion($1.unreadNames) })
  }
}

/// Names that may be declared where the text could not be read.
enum UnreadNames: Sendable {
  /// A file could not be read.
  case any
  case some(Set<String>)

  func mayHold(_ name: String) -> Bool {
    switch self {
    case .any: true
    case .some(let names): names.contains(name)
    }
  }
}

extension Diagnostic {
  /// Whether the diagnostic says that a file could not be read or included.
  fileprivate var isOfLoading: Bool { code.hasPrefix("E000") }
}
