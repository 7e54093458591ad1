import PaceLanguage
import PaceOracle
import Testing

struct `A word of a command` {
  @Test(
    arguments: cases([
      ("a-b_c.d/e=f:g+h,i", "a-b_c.d/e=f:g+h,i"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
      ("a\nb", #"$'a\nb'"#), (#"a\nb"#, #"'a\nb'"#), ("it's\t\u{1b}\\", #"$'it\'s\t\u001b\\'"#),
      ("\u{202e}é", #"$'\u202eé'"#),
    ]))
  func `is written so that a shell reads it`(given: Case<(String, String)>) {
    #expect(ShellWord.quoted(given.value.0) == given.value.1)
  }
}
