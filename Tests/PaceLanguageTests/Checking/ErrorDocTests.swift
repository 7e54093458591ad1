import Foundation
import PaceLanguage
import Testing

@Suite("The catalogue of error codes")
struct ErrorDocTests {
  @Test("Every example has its own error and no other", arguments: ErrorDoc.all.map(\.code))
  func examplesShowTheirError(code: String) throws {
    let doc = try #require(ErrorDoc.find(code))
    if doc.example.isEmpty { return }
    let start = code == "E0301" ? "" : commonStart
    let compilation = compile(doc.example, start: start)
    let codes = Set(compilation.diagnostics.map(\.code))
    #expect(codes == [code], "\(findings(compilation))")
    #expect(compilation.program == nil)
  }

  @Test(
    "What is reported is shown as accepted too, without an error",
    arguments: ErrorDoc.all.filter { !$0.example.isEmpty && $0.code != "E0002" }.map(\.code))
  func acceptedHasNoError(code: String) throws {
    let doc = try #require(ErrorDoc.find(code))
    let compilation = compile(doc.accepted, start: commonStart)
    #expect(compilation.program != nil, "\(findings(compilation))")
    #expect(doc.page.contains("Accepted:\n\n    "))
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
    #expect(used == Set(ErrorDoc.all.map(\.code)))
  }

  @Test("Codes are found in any case")
  func codesAreFoundInAnyCase() {
    #expect(ErrorDoc.find("e0501")?.code == "E0501")
    #expect(ErrorDoc.find("E9999") == nil)
  }
}
