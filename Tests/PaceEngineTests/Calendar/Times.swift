import PaceLanguage

/// Milliseconds since midnight.
func time(_ hour: Int64, _ minute: Int64 = 0) -> Int64 { (hour * 60 + minute) * 60_000 }

/// A day number; a date that is not one is far from all others.
func day(_ text: String) -> Int64 { CivilDate(text)?.dayNumber ?? .min }
