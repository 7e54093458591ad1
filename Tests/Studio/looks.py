"""How a studio page looks where there is little room: no text lies over another, and none is cut."""

import json

from hands import Hands

# The names on levels, with the colour that each has and the colour of its band.
NAMES = """(() => {
  const bands = [...document.querySelectorAll("#plot .band")];
  return [...document.querySelectorAll("#plot .band-name")].map((name) => {
    const { x, y } = name.getBoundingClientRect();
    const at = document.querySelector("#plot svg").getBoundingClientRect();
    const under = bands.find((band) => band.isPointInFill(new DOMPoint(x - at.x + 1, y - at.y + 4)));
    return [name, under].map((one) => getComputedStyle(one).fill.match(/\\d+/g).slice(0, 3).map(Number));
  }); })()"""


def luminance(colour: list) -> float:
    shares = [part / 255 for part in colour]
    light = [share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(one: list, other: list) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


class Looks(Hands):
    def all(self):
        self.browser.open(self.edges)
        self.axis()
        self.times()
        self.cursor()
        self.browser.resize(1600, 1000)
        self.contrasts()

    def axis(self):
        """Marks of the axis where clocks go back, at many widths and in many parts of the night."""
        self.do(f"studio.dispatch({{ subject: {self.subject('night')} }}); studio.settle()")
        overlaps, shown = [], set()
        for width in range(360, 1500, 60):
            self.browser.resize(width, 900)
            for _ in range(5):
                found = self.do("""studio.draw(); const boxes = [...document.querySelectorAll("#plot .tick")]
                  .map((one) => [one.textContent, one.getBoundingClientRect().left, one.getBoundingClientRect().right]);
                  $("#zoom-in").click(); return boxes""")
                shown.update(text for text, _, _ in found)
                overlaps += [[width, one[0], next[0]] for one, next in zip(found, found[1:]) if next[1] < one[2]]
            self.do("$('#zoom-whole').click()")
        self.same("marks that lie over others", overlaps, [])
        self.same("an hour that clocks show twice", {"02:00+02:00", "02:00+01:00"} <= shown, True)

    def times(self):
        """Times of the hour that clocks show twice, beside the names of rules."""
        for width in (390, 1200, 1600):
            self.browser.resize(width, 900)
            cut = self.do(f"""studio.dispatch({{ subject: {self.subject('night')},
              edits: [["add", "tick", "1792890061001"]] }}); studio.settle();
              return [...document.querySelectorAll("#list time")].filter((time) => {{
                const range = document.createRange(); range.selectNodeContents(time);
                return range.getBoundingClientRect().right > time.nextSibling.getBoundingClientRect().left; }})
                .map((time) => time.textContent)""")
            self.same(f"times that run into what follows at {width} pixels", cut, [])
        self.same("a time with its offset", "02:01:01.001+01:00" in
                  self.do("return [...document.querySelectorAll('#list time')].map((one) => one.textContent)"), True)

    def cursor(self):
        for width in (390, 720, 1440):
            self.browser.resize(width, 900)
            for at in (1792868400001, 1792890061001):
                cut = self.do(f"""studio.dispatch({{ at: {at} }}); studio.settle(); const field = $("#cursor-time");
                  return [field.value.length > 11, field.scrollWidth > field.clientWidth]""")
                self.same(f"the cursor's time at {width} pixels", cut, [True, False])

    def contrasts(self):
        """The names of levels, in forced colours too."""
        for features in [{}, {"forced_colors": "active"}]:
            for theme in ("light", "dark"):
                self.browser.media(prefers_color_scheme=theme, **features)
                self.browser.open(self.page)
                names = []
                for subject in range(12):
                    self.do(f"studio.dispatch({{ subject: {subject} }}); studio.settle()")
                    names += self.browser.evaluate(NAMES)
                least = min(contrast(*pair) for pair in names)
                self.same(f"the contrast of levels in {theme} {json.dumps(features)}", least >= 4.5, True)
        self.browser.media()
