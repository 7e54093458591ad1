import Foundation

// Prints the studio's page without a log, which `pace studio` fills.

guard CommandLine.arguments.count == 1 else {
  let text = "pace-studio is the page that `pace studio PACK --db FILE -o page.html` fills with a log\n"
  FileHandle.standardError.write(Data(text.utf8))
  exit(2)
}
guard let page = Data(base64Encoded: String(describing: StudioAssets.page)) else { exit(3) }
FileHandle.standardOutput.write(page)
