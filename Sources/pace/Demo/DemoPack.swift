/// The drink pacing pack as it was when this was built, for a demo run far from the repository.
enum DemoPack {
  static let rules = #"""
    include "../presets/take-care.pace"

    subject session {
      sensitivity: preset = balanced           # this attribute picks the preset of each session
      notices: bool = yes
      hydration_reminders: bool = yes
      hydration_cadence: number = 2 in 0 .. 20  # 0: only an escalation asks for water
      auto_end: duration = 180 min
      ends after auto_end without alcohol
    }

    event drink of session {
      units: number = 0 in 0 .. 50
      alcoholic: bool = yes

      kind shot "Shot"         { units = 1.0 }  # a kind gives defaults for the fields that a log row leaves empty
      kind beer "Beer"         { units = 1.0 }
      kind wine "Wine"         { units = 1.0 }
      kind cocktail "Cocktail" { units = 1.5 }
      kind water "Water"       { units = 0, alcoholic = no }
    }

    stream alcohol = drink where alcoholic

    scale pace = good < caution < slow_down

    param rapid_window: duration in 1 min .. 60 min step 1 min   "two alcoholic drinks within this are a rapid repeat"
    param fast_pace_units: number in 0.5 .. 10 step 0.5          "more units than this in an hour is a fast pace"
    param escalation_units: number in 0.5 .. 15 step 0.5         "this many units in 90 min is an escalation"
    param shot_window: duration in 1 min .. 60 min step 1 min    "two shots within this are stacking"

    define units_last_hour = sum(drink.units, last 60 min) "Units in the last hour"

    rule escalation "an escalation" {
      on alcohol
      when sum(drink.units, last 90 min) >= escalation_units
      raise pace to slow_down
      emit warning "That is a lot in 90 minutes. Pause, and have some water."
      severity 3
      cooldown 15 min
    }

    rule fast_pace "a fast pace" {
      on alcohol
      when units_last_hour > fast_pace_units
      raise pace to slow_down
      emit warning "You're pacing fast. Take a 20 min break."
      severity 2
      cooldown 15 min
    }

    rule shot_stacking "shots stacking up" {
      on shot
      when count(shot, last shot_window) >= 2
      raise pace to caution
      emit warning "Shots are stacking up. Take a break."
      severity 2
      cooldown 15 min
    }

    rule rapid_repeat "a rapid repeat" {
      on alcohol
      when count(alcohol, last rapid_window) >= 2
      raise pace to caution
      emit warning "{count(alcohol, last rapid_window)} drinks in {rapid_window}. Let this one last."
      severity 1
      cooldown 15 min
    }

    rule hydration {
      on alcohol
      when hydration_reminders and (count(alcohol) % hydration_cadence == 0 or fires(escalation))
      unless since(water) < 20 min
      emit reminder "Water check."
      severity 1
      cooldown 20 min
    }

    # A pause is praised when it is reached, or else in the first millisecond after the cooldown. What is logged later without
    # alcohol may only have taken an ended session up again, and a session that was over earned nothing.
    stream late_water = drink where not alcoholic and since(alcohol) > 20 min
    define taken_up_again = count(late_water, after alcohol) >= 1 and count(nice_reset, last 60 min 1 ms) == 0

    rule nice_reset "a nice reset" {
      when count(warning, last 60 min) >= 1 and since(alcohol) >= 20 min
      emit praise "Nice reset."
      severity 1
      unless taken_up_again
      cooldown 60 min
    }

    policy warning  { unless not notices }
    policy reminder { unless not notices }
    policy praise   { unless not notices }

    guard {
      never say "BAC", "blood alcohol", "blood-alcohol", "safe to drive", "ok to drive", "okay to drive", "fit to drive"
    }

    disclaimer "If you've been drinking, do not drive. This is not medical or legal advice."

    source swiftdata {                 # the store of an iOS app that uses SwiftData
      session from ZSESSION {
        id = ZIDSTRING, started_at = ZSTARTEDAT as apple_seconds, ended_at = ZENDEDAT as apple_seconds
        sensitivity = ZSENSITIVITYMODE
        hydration_cadence = ZHYDRATIONCADENCE
        auto_end = ZAUTOENDTIMEOUTMINUTES as minutes
      }
      drink from ZDRINKLOG {
        id = ZIDSTRING, session = ZSESSIONIDSTRING, at = ZTIMESTAMP as apple_seconds
        kind = ZDRINKTYPEID, units = ZSTANDARDDRINKUNITS, alcoholic = ZISALCOHOLIC
      }
      notice from ZPACINGEVENT {
        id = ZIDSTRING, session = ZSESSIONIDSTRING, at = ZTIMESTAMP as apple_seconds
        rule = ZCODE as {
          "rapid_repeat" = rapid_repeat
          "fast_pace" = fast_pace
          "escalation" = escalation
          "shot_stacking" = shot_stacking
          "hydrate" = hydration, "hydration" = hydration
          "positive_reinforcement" = nice_reset, "nice_reset" = nice_reset
        }
      }
    }

    source messages {                  # what the watch and the phone send each other
      session from json where type == "session" {
        id = id, started_at = startedAt as unix_seconds
        sensitivity = sensitivityMode
        hydration_cadence = hydrationCadence
        auto_end = autoEndTimeoutMinutes as minutes
      }
      session from json where type == "endSession" { id = sessionId, ended_at = endedAt as unix_seconds }
      drink from json where type == "log" {
        id = id, session = sessionId, at = timestamp as unix_seconds
        kind = drinkTypeId, units = standardDrinkUnits, alcoholic = isAlcoholic
        device = sourceDevice
      }
      settings from json where type == "settings" {
        sensitivity = sensitivityMode
        hydration_reminders = hydrationRemindersEnabled
        hydration_cadence = hydrationCadence
        notices = notificationsEnabled
        auto_end = autoEndTimeoutMinutes as minutes
        display_name = displayName, weight = weight     # no rule reads these two
        disclaimer_accepted_at = disclaimerAcceptedAt as unix_seconds
      }
      kinds from json where type == "drinkTypes" each items {
        kind = id, label = displayName, units = defaultStandardUnits, alcoholic = isAlcoholic
        enabled = isEnabled, order = sortOrder
      }
    }

    """#

  static let presets = #"""
    preset relaxed  { rapid_window = 8 min,  fast_pace_units = 3.0, escalation_units = 5.0, shot_window = 12 min }
    preset balanced { rapid_window = 10 min, fast_pace_units = 2.0, escalation_units = 4.0, shot_window = 15 min }
    preset strict   { rapid_window = 12 min, fast_pace_units = 1.5, escalation_units = 3.0, shot_window = 20 min }

    order relaxed < balanced < strict      # checked: whatever log balanced objects to, strict objects to as well

    """#
}
