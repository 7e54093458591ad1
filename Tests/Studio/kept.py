"""What a hand must not lose in a studio page: text, the focus, the steps of undo, and the place that is looked at."""

import json
import pathlib

from hands import Hands

# Of more lines than are seen at once, in a pack that checks.
LINES = "".join(f"# line {place}\n" for place in range(120))


class Kept(Hands):
    def all(self):
        for act in [self.indented, self.moved, self.typed, self.looked, self.undone_far, self.left_early, self.unmoved,
                    self.left_broken, self.elsewhere, self.asked]:
            self.browser.open(self.edges)
            act()

    def edit(self, text: str = ""):
        """Opens the text of the rules with some lines before it, and puts the caret at its start."""
        self.do(f"""const [file] = JSON.parse(studio.ask("pack", [])).files;
          studio.dispatch({{ panel: "rules" }}); studio.settle();
          studio.dispatch({{ files: {{ [file.path]: {json.dumps(text)} + file.text }} }}); studio.settle();
          $("#text").focus(); $("#text").setSelectionRange(0, 0); $("#text").scrollTop = 0""")

    def indented(self):
        """Tab and Shift-Tab move the lines that are selected, and lose none of them."""
        self.edit("one\n  two\n\nthree\n")
        told = ("const text = $('#text'); const { value, selectionStart, selectionEnd } = text;"
                "return [value.split('\\n').slice(0, 4), selectionStart, selectionEnd]")
        self.do("$('#text').setSelectionRange(1, 7)")
        self.browser.press("Tab")
        self.same("Tab over two lines", self.do(told), [["  one", "    two", "", "three"], 3, 11])
        self.do("$('#text').setSelectionRange(0, 20)")
        self.browser.press("Shift+Tab")
        self.browser.press("Shift+Tab")
        self.same("Shift-Tab over four lines", self.do(told), [["one", "two", "", "three"], 0, 14])
        self.browser.press("Tab")
        self.same("Tab over an empty line", self.do(told)[0], ["  one", "  two", "", "  three"])
        self.do("$('#text').setSelectionRange(2, 2)")
        self.browser.press("Tab")
        self.same("Tab at the caret", self.do(told), [["    one", "  two", "", "  three"], 4, 4])
        self.browser.press("Escape")
        self.browser.press("Shift+Tab")
        self.same("Shift-Tab after Esc", self.do("return document.activeElement.id !== 'text'"), True)

    def moved(self):
        """An event that is moved past another takes the focus, and what is typed on, with it."""
        self.do(f"""studio.dispatch({{ subject: {self.subject('night')}, panel: "events" }}); studio.settle();
          $("#events input").focus(); $("#events input").select()""")
        first, second = self.do("return studio.night().events.slice(0, 2).map((one) => one.key)")
        later, earlier = "2026-10-25 05:00", "2026-10-25 04:45"
        self.browser.type(later)
        self.browser.press("Enter")
        self.do("studio.settle()")
        row = "const row = document.activeElement.closest('tr'); return [Number(row.dataset.key), row.rowIndex]"
        self.same("the focus after a time is typed", self.do(row), [first, 2])
        self.do("document.activeElement.select()")
        self.browser.type(earlier)
        self.do("studio.dispatch({ edits: [] }); studio.settle()")
        self.same("the focus after an undo under the fingers", self.do(row), [first, 1])
        self.browser.press("Enter")
        self.do("studio.settle()")
        edits = self.do("return studio.state().edits.map((edit) => edit.slice(0, 2))")
        self.same("the event that is moved", [edits, self.do(row)], [[["move", str(first)]], [first, 2]])
        order = self.do("""return [...document.querySelectorAll("#events tbody tr")]
          .map((one) => Number(one.dataset.key))""")
        self.same("the rows in time's order", order, [second, first])

    def typed(self):
        """One step of undo takes a word that was typed, however fast; what is written elsewhere is another step."""
        self.edit(LINES)
        start = "return $('#text').value.slice(0, 20).split('line')[0].slice(0, -2)"
        for letter in "one two\nthree":
            self.browser.press("Enter") if letter == "\n" else self.browser.press(letter)
        for left in ["one two\n", "one ", ""]:
            self.browser.press("Ctrl+z")
            self.same(f"an undo to {left!r}", self.do(f"studio.settle(); {start}"), left)
        for _ in range(3):
            self.browser.press("Ctrl+Shift+Z")
        self.do("studio.settle()")
        for _ in "three":
            self.browser.press("Backspace")
        self.same("what is left", self.do(start), "one two\n")
        self.browser.press("x")
        self.do("const place = $('#text').value.indexOf('line 2') + 4; $('#text').setSelectionRange(place, place)")
        self.browser.press("y")
        lines = "studio.settle(); return [$('#text').value.split('\\n')[1][0], $('#text').value.includes('liney 2')]"
        for shown in [["x", True], ["x", False], ["#", False], ["t", False]]:
            self.same("a step by deleting and elsewhere", self.do(lines), shown)
            self.browser.press("Ctrl+z")

    def looked(self):
        """What was undone can be done again after a look, and undone once more."""
        self.do(f"studio.dispatch({{ subject: {self.subject('night')} }}); studio.settle()")
        sets = [{}, {"pause": "2 h"}, {"pause": "3 h"}]
        for value in sets[1:]:
            self.do(f"studio.dispatch({{ set: {json.dumps(value)} }}); studio.settle()")
        self.do("studio.undo(); studio.undo(); studio.settle(); $('#list .said').click(); studio.settle()")
        looked = self.do("return [studio.state().at, studio.state().panel]")
        told = "studio.settle(); return studio.state().set"
        for act, right in [("redo", sets[1]), ("redo", sets[2]), ("undo", sets[1]), ("undo", sets[0])]:
            self.do(f"$('#{act}').click()")
            self.same(f"{act} after a look", self.do(told), right)
        self.same("what was looked at", self.do("return [studio.state().at, studio.state().panel]"), looked)
        self.do("studio.dispatch({ set: { pause: '4 h' } })")
        self.same("redo after a change", self.do("studio.settle(); return $('#redo').disabled"), True)

    def undone_far(self):
        """What an undo changes is brought into view, in whatever file it is, before anything is typed on."""
        self.edit(LINES)
        seen = """const text = $("#text"); const line = text.value.slice(0, text.selectionStart).split("\\n").length;
          const y = 8 + line * 19 - text.scrollTop; return [line, y > 15 && y <= text.clientHeight + 4]"""
        far = "$('#text').setSelectionRange({0}, {0}); $('#text').scrollTop = 0"
        place = LINES.index("line 90")
        self.do(far.format(place))
        self.browser.press("x")
        self.browser.press("Enter")
        self.do("studio.settle(); " + far.format(0))
        self.browser.press("Ctrl+z")
        self.browser.wait("!document.querySelector('#text').value.includes('x\\n')")
        self.same("an undo out of sight", self.do(seen), [91, True])
        self.do("$('#text').scrollTop = 300")
        self.browser.press("Ctrl+Shift+Z")
        self.do("studio.settle()")
        self.same("a redo out of sight", self.do(seen), [92, True])
        self.browser.open(self.page)
        first, second = self.do("""studio.dispatch({ panel: "rules" }); studio.settle();
          return [...document.querySelectorAll("#files button")].map((one) => one.textContent.trim())""")[:2]
        self.do("$('#text').focus(); $('#text').setSelectionRange(0, 0)")
        self.browser.press("#")
        self.do("studio.settle(); document.querySelectorAll('#files button')[1].click(); studio.settle()")
        self.do("studio.undo(); studio.settle()")
        shown = self.do("return $('#files [aria-pressed=true]').textContent.trim()")
        self.same("an undo in another file", [shown, first == second], [first, False])

    def left_early(self):
        """A page that is loaded again right after a key holds what was typed."""
        self.edit()
        self.browser.wait("location.hash.includes('panel=rules')")
        self.browser.press("#")
        self.browser.reload()
        self.same("the text after a key and a reload", self.do("studio.settle(); return $('#text').value[0]"), "#")

    def unmoved(self):
        """The text stays under the caret while it breaks and is mended, and the caret stays in view."""
        where = """studio.settle(); const text = $("#text"); const box = $(".editor").getBoundingClientRect();
          const line = text.value.slice(0, text.selectionStart).split("\\n").length;
          const y = 8 + line * 19 - text.scrollTop;
          return [box.left, box.top, y > 15 && y <= text.clientHeight + 4]"""
        for width in (1200, 1440):
            self.browser.resize(width, 800)
            self.browser.open(self.page)
            self.do("""studio.dispatch({ panel: "rules" }); studio.settle(); const text = $("#text"); text.focus();
              const line = Math.floor((text.clientHeight - 8) / 19);
              const place = text.value.split("\\n").slice(0, line).join("\\n").length;
              text.setSelectionRange(place, place); text.scrollTop = 0""")
            before = self.do(where)
            self.browser.type(" # more")
            self.same(f"a comment at {width} pixels", self.do(where), before)
            self.browser.type("\nrul")
            self.same(f"a text that doesn't check at {width} pixels", self.do(where), before)
            self.same("it doesn't check", self.do("return $('#text').getAttribute('aria-invalid')"), "true")
        self.browser.resize(1600, 1000)

    def anew(self) -> pathlib.Path:
        """A file with the page anew."""
        path = self.checker.folder / "anew.html"
        path.write_text(self.browser.evaluate("studio.whole()"))
        return path

    def left_broken(self):
        """A page that is left with a text that doesn't check runs the rules that it ran, in a page anew too."""
        self.do(f"studio.dispatch({{ subject: {self.subject('night')}, panel: 'rules' }}); studio.settle()")
        shown = """studio.settle(); return [studio.night().summary, studio.night().notices.length,
          $("#rules-state").textContent, Object.values(studio.state().files)]"""
        as_made = self.do(shown)
        put = """const [file] = JSON.parse(studio.ask("pack", [])).files;
          studio.dispatch({ files: { [file.path]: file.text%s } }); studio.settle();"""
        self.do(put % ".replace('since(tick) >= 1 h', 'since(tick) >= 2 h')")
        changed = self.do(shown)
        self.do(put % " + 'rul'")
        before = self.do(shown)
        self.same("rules that run beside a text that doesn't check", [before[:2], before[:2] == as_made[:2]],
                  [changed[:2], False])
        self.browser.wait("location.hash.includes('panel=rules')")
        self.browser.reload()
        self.same("a text that doesn't check, loaded again", self.do(shown), before)
        self.browser.reload()
        self.same("the same, loaded again once more", self.do(shown), before)
        self.browser.open(self.anew())
        self.same("a text that doesn't check, in the page anew", self.do(shown), before)
        self.do("studio.dispatch({ files: {} })")
        self.same("the rules as they came", self.do(shown)[:2], as_made[:2])

    def elsewhere(self):
        """What is supposed of a subject is there again when it is looked at again, and meanwhile that is said."""
        place, other = self.subject("night"), self.subject("empty")
        shown = "studio.settle(); return [studio.state().edits, $('#what-if').hidden, $('#what-if').textContent]"
        edits = [["drop", "0"], ["add", "tick", "1792868400000"]]
        self.do(f"studio.dispatch({{ subject: {place}, edits: {json.dumps(edits)} }})")
        before = self.do(shown)
        self.do(f"studio.dispatch({{ subject: {other} }})")
        self.same("what is supposed elsewhere", self.do(shown), [[], False, "What if: of 1 other night"])
        self.browser.wait(f"location.hash.includes('subject=empty')")
        self.browser.reload()
        self.same("the same, loaded again", self.do(shown), [[], False, "What if: of 1 other night"])
        self.browser.open(self.anew())
        self.do(f"studio.dispatch({{ subject: {place} }})")
        self.same("what is supposed of a subject, looked at again", [self.do(shown), before[0]], [before, edits])
        self.do("studio.undo(); studio.settle(); studio.redo()")
        self.same("the same after an undo and a redo", self.do(shown), before)
        self.do(f"studio.dispatch({{ subject: {other} }}); studio.dispatch({{ subject: {place}, edits: [] }})")
        self.same("nothing supposed any more", self.do(shown)[:2], [[], True])

    def asked(self):
        """The browser asks before a page with changed rules is left, and at no other time."""
        def asks(what: str, right: list, leave):
            self.browser.asked.clear()
            leave()
            self.same(f"what the browser asks {what}", self.browser.asked, right)

        def type_one():
            self.do("studio.dispatch({ panel: 'rules' }); studio.settle()")
            self.browser.click("#text")
            self.browser.press("#")

        self.browser.click("#to-list" if self.do("return $('#to-list').checkVisibility()") else "#title")
        asks("of a page as it came", [], lambda: self.browser.open(self.edges))
        type_one()
        asks("of changed rules", ["beforeunload"], lambda: self.browser.open(self.edges))
        type_one()
        self.browser.press("Backspace")
        asks("once they are as they were", [], lambda: self.browser.open(self.edges))
        type_one()
        page = self.anew()
        asks("of changed rules again", ["beforeunload"], lambda: self.browser.open(page))
        self.browser.click("#title")
        asks("of a file that holds them", [], lambda: self.browser.open(self.edges))
