import PaceEngine

// Prints what the example of the README returns for the rules on standard input. It imports what such an app
// imports, and so links with what such an app links with.
var rules = ""
while let line = readLine(strippingNewline: false) { rules += line }
for line in try evening(rules, from: Instant(1_795_424_400_000)) { print(line) }
