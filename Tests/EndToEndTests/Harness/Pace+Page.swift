import Foundation
import Testing

extension Pace {
  /// Puts the binary into a folder `bin`, and a script beside it that stands for `pace-studio`; returns its path.
  ///
  /// `install` writes both: a process that another test starts while this one writes a file has the file open for
  /// writing too until it runs its own program, and what is open for writing can't be run ("Text file busy").
  ///
  /// - Parameter page: the script's body.
  static func beside(page: String, in scratch: Scratch) throws -> String {
    let script = try scratch.write("bin/page.sh", "#!/bin/sh\n\(page)\n").path
    for (name, source) in ["pace": binary, "pace-studio": script] {
      let copied = try run(
        ["-D", "-m", "755", source, scratch.path("bin/\(name)")], executable: "/usr/bin/install")
      try #require(copied.status == 0, "\(copied.remarks)")
    }
    return scratch.path("bin/pace")
  }
}
