/// Items, blocks and comments: what begins a line.
extension Formatter {
  mutating func startItem(_ index: Int) {
    let isFirst = open.last?.isEmpty ?? isAtStart
    if let block = open.last {
      open[open.count - 1].isEmpty = false
      if block.isOnOneLine || block.isFlowing && !isFirst && joinsLine(index) {
        if !isFirst { line.code.append(UInt8(ascii: ",")) }
        return
      }
    }
    breakLine(indent: itemIndent, blankBefore: !isFirst && lineEnds(before: tokens[index].start) > 1)
    if open.isEmpty { declarationStart = lines.count }
  }

  /// Enters a block, after its opening brace has been written.
  mutating func enter(_ block: TokenLayout.Block) {
    let isFlowing = block.owner.isFlowing
    let isOnOneLine = isFlowing && isWrittenOnOneLine(block) && fits(block.open + 1...block.close)
    open.append(OpenBlock(isOnOneLine: isOnOneLine, isFlowing: isFlowing, indent: itemIndent))
  }

  mutating func writeClose(_ block: TokenLayout.Block) {
    let closed = open.popLast()
    if closed?.isEmpty ?? true, previous == block.open, line.trailing == nil {
      line.code.append(UInt8(ascii: "}"))
      if line.brace?.offset == line.code.count - 2 { line.brace = nil }
    } else if closed?.isOnOneLine ?? false {
      line.code += [UInt8(ascii: " "), UInt8(ascii: "}")]
    } else {
      breakLine(indent: itemIndent, blankBefore: false)
      line.isOfSource = tokens[block.close].startsLine
      line.code.append(UInt8(ascii: "}"))
    }
  }

  private func isWrittenOnOneLine(_ block: TokenLayout.Block) -> Bool {
    !tokens[block.open + 1...block.close].contains { $0.startsLine }
  }

  /// Whether the item may stay on the line of the one before it.
  ///
  /// All that the source has on that line must fit; else each of its items gets a line.
  private func joinsLine(_ index: Int) -> Bool {
    guard !tokens[index].startsLine, line.trailing == nil else { return false }
    var first = index
    while first > 0, !tokens[first].startsLine {
      first -= 1
      // The line ends a block that began on an earlier one: its other items get lines of their own.
      if case .close(let block) = roles[first], !isWrittenOnOneLine(blocks[block]) { return false }
    }
    var last = index
    while last + 1 < tokens.count, !tokens[last + 1].startsLine { last += 1 }
    if roles[last].isClose { last -= 1 }
    return itemStarts[first] && itemIndent + width(first...last) <= Self.width
  }

  /// Whether the tokens fit on the current line.
  private func fits(_ range: ClosedRange<Int>) -> Bool {
    line.indent + line.width + 1 + width(range) <= Self.width
  }

  /// How wide the tokens are on one line.
  private func width(_ range: ClosedRange<Int>) -> Int {
    var total = 0
    var last: Int?
    for index in range where !roles[index].isSeparator {
      total += scalarCount(file.bytes[Int(tokens[index].start)..<Int(tokens[index].end)])
      if let last {
        if itemStarts[index], !roles[last].isOpen { total += 1 }
        if needsSpace(last, index) { total += 1 }
      }
      last = index
    }
    return total
  }

  // MARK: - Comments

  mutating func writeComments(before index: Int) {
    let token = tokens[index]
    while nextComment < comments.count, comments[nextComment].span.start < token.start {
      let isBetweenItems =
        itemStarts[index] || roles[index].isClose || roles[index].isSeparator || token.kind == .end
      write(comments[nextComment], indent: isBetweenItems ? itemIndent : itemIndent + 2)
      nextComment += 1
    }
  }

  private mutating func write(_ comment: Comment, indent: Int) {
    let written = column(of: comment.span.start)
    let lineEnds = lineEnds(before: comment.span.start)
    let text = FormattedLine.Trailing(text: trimmed(comment.text), written: line.isOfSource ? written : 0)
    if !isAtStart, lineEnds == 0, line.trailing == nil {
      if comment.isAllowance, max(sourceLineStart, declarationStart) < lines.count {
        writeAllowance(text.text)
      } else {
        line.trailing = text
      }
    } else {
      // A comment right below a trailing one, in its column, goes on with it.
      let continues = lineEnds == 1 && line.trailing?.written == written && written > indent
      let isFirst = open.last?.isEmpty ?? isAtStart
      breakLine(indent: indent, blankBefore: lineEnds > 1 && !isFirst)
      if continues { line.trailing = text } else { line.code = text.text }
      if !open.isEmpty { open[open.count - 1].isEmpty = false }
    }
    sourceEnd = comment.span.end
  }

  /// Writes an `# allow` from the end of a line before the declaration, since that line has become several.
  private mutating func writeAllowance(_ text: [UInt8]) {
    var alone = FormattedLine(indent: lines[declarationStart].indent)
    alone.code = text
    alone.isBlankBefore = lines[declarationStart].isBlankBefore
    lines[declarationStart].isBlankBefore = false
    lines.insert(alone, at: declarationStart)
    declarationStart += 1
    sourceLineStart += 1
  }

  private func trimmed(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      bytes.removeLast()
    }
    return bytes
  }
}
