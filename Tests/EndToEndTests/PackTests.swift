import Foundation
import Testing

/// What the shipped packs hold beyond their own scenarios.
struct `The shipped packs` {
  @Test func `show the figures that their fixtures name, and keep what the original did apart`() throws {
    let folder = Pace.repository.appending(path: "Tests/Fixtures/Packs").path
    let result = try Pace.run("test", folder)
    #expect(result.status == 0, "\(result.output)")
  }
}
