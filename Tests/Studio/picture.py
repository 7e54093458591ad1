"""The picture of the studio in the README: picture.py PACE. `pace-studio` has to stand beside PACE."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from browser import Browser

PICTURE = pathlib.Path("Sources/pace/Manual.docc/studio.png")


def main(pace: str):
    with tempfile.TemporaryDirectory() as folder, Browser(1280, 800) as browser:
        shutil.copytree("rules", f"{folder}/rules")
        shutil.copytree("presets", f"{folder}/presets")
        for words in ["sample take-care --db nights.db --subjects 12 --seed 7",
                      "studio take-care --db nights.db -o page.html"]:
            subprocess.run([pace, *words.split()], check=True, cwd=folder)
        browser.open(f"{folder}/page.html", after="#preset=strict&against=balanced&set=fast_pace_units=2")
        browser.evaluate("""(() => {
          const notice = studio.night().notices.find((one) => one.state === "new") || studio.night().notices[0];
          const rule = JSON.parse(studio.ask("pack", [])).rules[notice.rule].name;
          studio.dispatch({ at: notice.at, rule });
          studio.settle();
        })()""")
        browser.picture(PICTURE)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
