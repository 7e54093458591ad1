#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

FileDescriptor.fillStandard()
FileDescriptor.ignoreBrokenPipes()
Interruption.install()
let status = CommandLineTool.run(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
Interruption.endIfAsked()
Interruption.exit(status)
