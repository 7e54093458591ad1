/// A self-contained page, with no scripts and nothing to load.
enum Page {
  /// - Parameter style: rules in addition to the style of every page.
  static func text(title: String, style: String = "", _ body: String) -> String {
    var page = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    page += "<title>\(XMLText.escaped(title.printable))</title>\n"
    page += "<style>\n\(PageStyle.text)\n\(ChartLabels.css)\n\(style)</style>\n"
    return page + "<main>\n\(body)</main>\n</html>\n"
  }

  /// Figures, each with words for what it is.
  static func tiles(_ tiles: [(figure: String, words: String)]) -> String {
    let cells = tiles.map { figure, words in
      "<div class=\"tile\"><b>\(XMLText.escaped(Markup.typeset(figure, breaksDurations: true)))</b>"
        + "<span class=\"soft\">\(XMLText.escaped(words))</span></div>"
    }
    return "<div class=\"tiles\">\(cells.joined(separator: "\n"))</div>\n"
  }

  static func soft(_ text: String) -> String {
    "<p class=\"soft\">\(XMLText.escaped(Markup.typeset(text.printable)))</p>\n"
  }

  /// A picture as wide as there is room, with its labels in front.
  /// - Parameters:
  ///   - across: what stands below it; may be empty.
  ///   - up: what stands above it; may be empty.
  ///   - label: what the picture says to those who can't see it.
  static func plot(
    _ content: String, labels: ChartLabels, height: Double, across: String = "", up: String = "",
    says label: String
  ) -> String {
    func name(_ text: String, _ style: String) -> String {
      text.isEmpty ? "" : "<p class=\"\(style)\">\(XMLText.escaped(text))</p>\n"
    }
    let margin = "margin: 0 \(Markup.number(labels.right))px 0 \(Markup.number(labels.left))px"
    return name(up, "axis") + "<div class=\"plot\" style=\"\(margin)\">"
      + "<svg height=\"\(Markup.number(height))\" role=\"img\" aria-label=\"\(XMLText.escaped(label))\">"
      + content + labels.svg + "</svg></div>\n"
      + name(across, "axis across")
  }

  /// What marks stand for; each mark is given by its attributes.
  static func legend(_ items: [(mark: String, words: String)]) -> String {
    let spans = items.map { "<span><i \($0.mark)></i>\(XMLText.escaped($0.words))</span>" }
    return "<p class=\"legend\">\(spans.joined())</p>\n"
  }

  /// What colours stand for.
  static func legend(colours: [(colour: String, words: String)]) -> String {
    legend(colours.map { ("style=\"background:\($0.colour)\"", $0.words) })
  }

  /// The items of a list.
  static func items(_ items: [String]) -> String {
    items.map { "<li>\(XMLText.escaped(Markup.typeset($0)))</li>\n" }.joined()
  }

  static func card(_ title: String, _ note: String = "", _ content: String) -> String {
    "<div class=\"card\"><h3>\(XMLText.escaped(title))</h3>\n" + (note.isEmpty ? "" : soft(note)) + content
      + "</div>\n"
  }

  /// A table with a caption; the first cell of each row names it.
  ///
  /// - Parameters:
  ///   - folds: whether a narrow page shows each row as a block, with every figure below its heading.
  ///   - texts: the columns that have words, not figures.
  static func table(
    _ caption: String, _ heads: [String], _ rows: [[String]], folds: Bool = false, texts: Range<Int> = 0..<0
  ) -> String {
    var text = "<table\(folds ? " class=\"folds\"" : "")><caption>\(XMLText.escaped(caption))</caption>\n<tr>"
    func style(_ column: Int) -> String { texts.contains(column) ? " class=\"text\"" : "" }
    for (column, head) in heads.enumerated() {
      text += "<th scope=\"col\"\(style(column))>\(XMLText.escaped(head))</th>"
    }
    text += "</tr>\n"
    for row in rows {
      text += "<tr>"
      for (column, cell) in row.enumerated() {
        let head = folds ? " data-head=\"\(XMLText.escaped(heads[column]))\"" : ""
        let tag = column == 0 ? "th scope=\"row\"" : "td\(head)\(style(column))"
        let shown = column == 0 ? cell : Markup.grouped(cell)
        text += "<\(tag)>\(XMLText.escaped(shown))</\(column == 0 ? "th" : "td")>"
      }
      text += "</tr>\n"
    }
    return text + "</table>\n"
  }
}
