import Foundation

/// The files that make up the page.
struct PageFiles {
  private let template: String
  private let style: String
  private let script: String

  /// - Parameter folder: with `page.html`, `style.css`, and the scripts in the order that `scripts.txt` gives.
  init(folder: URL) throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    template = try text("page.html")
    style = try text("style.css")
    let names = try text("scripts.txt").split(whereSeparator: \.isNewline).map(String.init)
    script = try names.map(text).joined(separator: "\n")
  }

  /// The page with its engine; the placeholders for a title and a log stay.
  func page(engine: Data) -> String {
    let bytes = engine.base64EncodedString()
    let block = "<script type=\"application/octet-stream\" id=\"engine\">\(bytes)</script>"
    return
      template
      .replacingOccurrences(of: "/*STYLE*/", with: style)
      .replacingOccurrences(of: "/*SCRIPT*/", with: "\"use strict\";\n(() => {\n\(script)\n})();")
      .replacingOccurrences(of: "<!--ENGINE-->", with: block)
  }
}
