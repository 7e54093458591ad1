import PaceEngine
import PaceOracle
import Testing

/// The calendar against a minute-by-minute reading of its zone, around every change of offset.
struct LocalCalendarPropertyTests {
  /// A zone, an instant near which something happens, and a seed.
  struct Place: Sendable, CustomTestStringConvertible {
    let zone: Zone
    let middle: Int64
    let seed: UInt64
    /// Made once for all tests.
    let model: MinuteModel

    init(zone: Zone, middle: Int64, seed: UInt64) {
      (self.zone, self.middle, self.seed) = (zone, middle, seed)
      model = MinuteModel(zone, around: middle)
    }

    var testDescription: String { "\(zone.name) around \(middle), seed \(seed)" }
  }

  static let places: [Place] =
    Zones.all.flatMap { zone in
      (zone.transitions.isEmpty ? [1_750_000_000_000] : zone.transitions.map(\.start)).enumerated().map {
        Place(zone: zone, middle: $1, seed: UInt64($0))
      }
    }
    + (0..<UInt64(40)).map { seed in
      var random = SplitMix64(seed)
      let zone = Zones.random(&random)
      return Place(zone: zone, middle: zone.transitions[Int(seed) % 2].start, seed: seed)
    }

  /// Clock times near the change are where the questions are; others are tried too.
  private static func someTime(_ random: inout SplitMix64, near local: Int64) -> Int64 {
    let dayLength = MinuteModel.dayLength
    guard random.below(3) > 0 else { return random.below(1440) * 60_000 }
    let quarters: Int64 = random.below(25) - 12
    let minute = (floored(local, 900_000) + quarters) * 15
    return floored(minute * 60_000 % dayLength + dayLength, 60_000) * 60_000 % dayLength
  }

  /// Checks `count` random choices of calendar and times, each at some instants within two days of the
  /// change.
  private func check(
    _ place: Place, count: Int,
    _ body: (MinuteModel, LocalCalendar, _ from: Int64, _ to: Int64, _ instants: [Int64]) -> Void
  ) {
    var random = SplitMix64(place.seed &+ 1000)
    let model = place.model
    let local = model.local(at: place.middle)
    for _ in 0..<count {
      let start = Self.someTime(&random, near: local)
      let calendar = LocalCalendar(zone: place.zone, dayStart: random.below(3) == 0 ? 0 : start)
      let from = Self.someTime(&random, near: local)
      let to = random.below(12) == 0 ? from : Self.someTime(&random, near: local)
      let instants = (0..<24).map { index -> Int64 in
        let reach: Int64 = index % 2 == 0 ? 2 * 1440 : 120
        let minutes: Int64 = random.below(2 * reach + 1) - reach
        let rest: Int64 = index % 2 == 0 ? random.below(3) * 29_999 : -random.below(2)
        return place.middle + minutes * 60_000 + rest
      }
      body(model, calendar, from, to, instants)
    }
  }

  @Test("clock times happen when the wall shows them", arguments: places)
  func clockTimes(_ place: Place) {
    check(place, count: 12) { model, calendar, time, _, instants in
      let points = model.points(time)
      for instant in instants {
        let local = model.local(at: instant)
        #expect(calendar.localMilliseconds(at: instant) == local)
        #expect(calendar.timeOfDay(at: instant) == local - floored(local, 86_400_000) * 86_400_000)
        let date = floored(local, 86_400_000)
        #expect(calendar.wallDate(at: instant) == date)
        for date in date - 1...date + 1 {
          #expect(calendar.instant(date: date, time: time) == model.instant(date: date, time: time))
        }
        #expect(
          calendar.nextClockInstant(time, after: instant) == points.first { $0.instant > instant }?.instant)
        #expect(
          calendar.lastClockInstant(time, atOrBefore: instant)
            == points.last { $0.instant <= instant }?.instant)
      }
    }
  }

  @Test("each instant belongs to one day, and days start in order", arguments: places)
  func days(_ place: Place) {
    check(place, count: 12) { model, calendar, _, _, instants in
      let days = model.days(startingAt: calendar.dayStart)
      for instant in instants {
        guard let index = days.lastIndex(where: { $0.start <= instant }) else { continue }
        let day = days[index].day
        #expect(calendar.day(at: instant) == day)
        #expect(calendar.dayStart(of: day) == days[index].start)
        #expect(calendar.dayEnd(of: day) == days[index + 1].start)
        #expect(calendar.nextDay(after: day) == days[index + 1].day)
        #expect(calendar.day(at: calendar.lastMillisecond(of: day)) == day)
      }
    }
  }

  @Test("spans hold from an instant of A to the next instant of B", arguments: places)
  func spans(_ place: Place) {
    check(place, count: 12) { model, calendar, from, to, instants in
      let starts = model.points(from)
      let ends = model.points(to)
      for instant in instants {
        let isInside = model.isInside(instant, starts, ends)
        #expect(calendar.isInside(instant, from: from, to: to) == isInside)
        let boundaries = (starts + ends).map(\.instant).sorted()
        let boundary = boundaries.first { $0 > instant && model.isInside($0, starts, ends) != isInside }
        #expect(calendar.nextSpanBoundary(after: instant, from: from, to: to) == boundary)
      }
    }
  }

  @Test("ticks count from each A and stop before B", arguments: places)
  func ticks(_ place: Place) {
    check(place, count: 12) { model, calendar, from, to, instants in
      let step = (instants[0] % 7 + 8) * 20 * 60_000
      let ticks = model.ticks(every: step, model.points(from), model.points(to))
      for instant in instants + ticks.filter({ abs($0 - place.middle) < 172_800_000 }) {
        #expect(calendar.isTick(instant, every: step, from: from, to: to) == ticks.contains(instant))
        #expect(
          calendar.nextTick(after: instant, every: step, from: from, to: to) == ticks.first { $0 > instant })
      }
    }
  }

  @Test("elapsed grows from A to B within a day", arguments: places)
  func elapsed(_ place: Place) {
    check(place, count: 12) { model, calendar, from, to, instants in
      let days = model.days(startingAt: calendar.dayStart)
      let length = MinuteModel.dayLength
      let after = { (time: Int64) in (time - calendar.dayStart + length) % length }
      let isCut = from != to && after(from) > (after(to) == 0 ? length : after(to))
      for instant in instants {
        guard let index = days.lastIndex(where: { $0.start <= instant }) else { continue }
        let end = days[index + 1].start
        let progress = calendar.elapsed(at: instant, from: from, to: to)
        #expect((progress == nil) == isCut)
        guard let progress else { continue }
        let starts = model.points(from).filter { $0.instant >= days[index].start && $0.instant < end }
        let spans = starts.map { point in
          let next = model.points(to).first { $0.label > point.label }
          return (start: point.instant, stop: min(next?.instant ?? end, end))
        }
        // Of a span that a gap took nothing passes.
        guard from != to, let (start, stop) = spans.first(where: { $0.start < $0.stop }) else {
          #expect(progress.elapsed == 0 && !progress.isMoving && progress.nextBoundary == end)
          continue
        }
        #expect(progress.elapsed == min(max(instant - start, 0), stop - start))
        #expect(progress.isMoving == (start <= instant && instant < stop))
        #expect(progress.nextBoundary == [start, stop, end].first { $0 > instant })
      }
    }
  }
}
