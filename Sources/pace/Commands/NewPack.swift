/// The texts of a pack to start from: small, complete, and meant to be changed.
struct NewPack {
  /// The pack's name, which stands in file names and comments only.
  let name: String

  /// Each file's path below the folder of the pack, and its text.
  var files: [(path: String, text: String)] {
    [
      ("rules/\(name).pace", rules), ("presets/\(name).pace", presets),
      ("rules/\(name).test.pace", scenarios),
    ]
  }

  private var rules: String {
    """
    # rules/\(name).pace: a pack to start from.
    #
    # Change its names, numbers and words, one at a time, and run `pace test \(name)` after each change.
    # A name that stands in several places has to change in all of them: here, in presets/\(name).pace
    # and in rules/\(name).test.pace.

    include "../presets/\(name).pace"

    # Whose log it is, and what each may set.
    subject person {
      mode: preset = normal  # the preset in force
      reminders: bool = yes
    }

    # What is logged: the fields of a row, and kinds that fill them in.
    event entry of person {
      amount: number = 1 in 0 .. 100

      kind small "Small" { amount = 1 }
      kind large "Large" { amount = 3 }
    }

    # How things stand, from the resting level upwards.
    scale load = low < high

    # A number to tune: its range here, its values in the presets.
    param limit: number in 1 .. 20 step 1 "more than this within an hour is too much"

    # A warning with a threshold. It speaks when something is logged, and then not again for 15 minutes.
    rule too_much {
      on entry
      when sum(entry.amount, last 60 min) > limit
      raise load to high
      emit warning "{sum(entry.amount, last 60 min)} within an hour. Take a break."
      severity 2
      cooldown 15 min
    }

    # A reminder with a gate. It comes by itself when nothing is logged, unless it is switched off.
    rule long_pause {
      when since(entry) >= 90 min
      emit reminder "Nothing for {since(entry)}. Is everything logged?"
      severity 1
      unless not reminders
    }

    """
  }

  private var presets: String {
    """
    # How soon rules/\(name).pace speaks. Another preset is another line.
    # Each gives every parameter a value.

    preset normal { limit = 5 }
    preset strict { limit = 3 }

    order normal < strict  # `pace prove \(name)` checks it: where normal warns, strict does too

    """
  }

  private var scenarios: String {
    """
    # rules/\(name).test.pace: what the rules should say of made-up logs.
    #
    # `pace test \(name)` runs each scenario under the presets that it names.

    include "\(name).pace"

    scenario "more than the limit within an hour" {
      start 2026-01-01 17:00
      presets normal, strict
      at 18:00 large
      at 18:10 small
      at 18:20 small
      at 18:30 small
      until 20:00
      expect no too_much at 18:00
      expect too_much saying "4 within an hour. Take a break." at 18:10 under strict
      expect no too_much at 18:20 under normal
      expect too_much saying "6 within an hour. Take a break." at 18:30 under normal
      expect load == high at 19:00 under normal
      expect load == low at 19:00:00.001 under normal  # the first row is more than an hour old
    }

    scenario "one warning in 15 minutes" {
      start 2026-01-01 17:00
      preset strict
      at 18:00 large
      at 18:10 small
      at 18:25 small
      at 18:26 small
      expect too_much at 18:10
      expect too_much held by cooldown at 18:25
      expect too_much at 18:26
    }

    scenario "a reminder after a long pause" {
      start 2026-01-01 17:00
      at 18:00 small
      until 21:00
      expect long_pause saying "Nothing for 1 h 30 min. Is everything logged?" at 19:30
      expect reminder exactly 1 time
    }

    scenario "reminders switched off" {
      start 2026-01-01 17:00
      subject { reminders = no }
      at 18:00 small
      until 21:00
      expect long_pause held by unless at 19:30
      expect no reminder
    }

    """
  }
}
