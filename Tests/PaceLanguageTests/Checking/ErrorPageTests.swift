import Foundation
import PaceLanguage
import Testing

@Suite("The catalogue of error codes")
struct ErrorPageTests {
  /// The page of a code.
  private static func page(of code: String) throws -> FindingPage {
    try #require(FindingPage.errors.first { $0.code == code })
  }

  @Test("Every example has its own error and no other", arguments: FindingPage.errors.map(\.code))
  func examplesShowTheirError(code: String) throws {
    let page = try Self.page(of: code)
    if page.reported.isEmpty { return }
    let start = code == "E0301" ? "" : commonStart
    let compilation = compile(page.reported, start: start)
    let codes = Set(compilation.diagnostics.map(\.code))
    #expect(codes == [code], "\(findings(compilation))")
    #expect(compilation.program == nil)
  }

  @Test(
    "What is reported is shown as accepted too, without an error",
    arguments: FindingPage.errors.filter { !$0.reported.isEmpty && $0.code != "E0002" }.map(\.code))
  func acceptedHasNoError(code: String) throws {
    let page = try Self.page(of: code)
    let compilation = compile(page.accepted, start: commonStart)
    #expect(compilation.program != nil, "\(findings(compilation))")
    #expect(page.text.contains("Accepted:\n\n    "))
  }

  @Test("Every code that a diagnostic has is in the catalogue, and no other")
  func catalogueIsComplete() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/PaceLanguage").standardizedFileURL
    var used: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".swift") && !path.hasPrefix("Catalogue/") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /"(E\d{4})"/) { used.insert(String(match.1)) }
    }
    #expect(used == Set(FindingPage.errors.map(\.code)))
  }
}
