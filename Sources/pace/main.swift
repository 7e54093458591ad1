import FoundationEssentials

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

FileDescriptor.fillStandard()
FileDescriptor.ignoreBrokenPipes()
Interruption.install()
let status = CommandLineTool.run(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
Interruption.endIfAsked()
exit(status.rawValue)
