import FoundationEssentials

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

FileDescriptor.ignoreBrokenPipes()
let status = CommandLineTool.run(
  Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
exit(status.rawValue)
