import PaceLanguage

/// How a plan is evaluated rule by rule, each over a subject's whole log, instead of instant by instant.
///
/// That needs every rule to rest on nothing but the log and the firings of rules evaluated before it: not on the
/// clock, on levels, on what it has said itself, or on a memory of its own apart from its cooldown.
struct BatchPlan {
  /// One step of the evaluation of a subject; it holds no references, so that reading one costs no counting.
  enum Pass {
    /// Tries an `on` rule at each event of a stream.
    case events(Rule, stream: Int)
    /// Follows a rule that no event triggers.
    case follow(Rule)
    /// Collects the firings of all rules of a kind.
    case merge(NoticeKindID, ColumnID, areAllAtEvents: Bool)
  }

  /// What is asked of a rule.
  struct Rule {
    /// The index in `Plan.rules`.
    var index: Int
    /// Where its firings are kept.
    var place: Int
    var condition: NodeID?
    /// What its `unless` gates ask, in `gates`.
    var gates: Range<Int>
    var cooldown: Slot?
    /// How long after a firing it is due again in the same episode.
    var pause: Slot?
  }

  /// What may make the value of a condition another: ranges of the lists below.
  struct Watch {
    /// The rows of logged streams, as bits.
    var streams: UInt64
    /// The firings in columns, in `watchedColumns`.
    var columns: Range<Int>
    /// In `deadlines`.
    var deadlines: Range<Int>
  }

  /// A span after each entry of a column at which something changes.
  struct Deadline: Equatable {
    enum Sort: Equatable {
      /// The entry has left a window by then.
      case leaving
      /// The same, where only so many entries are asked for.
      case leavingLast(least: Slot)
      /// So long ago is the newest entry.
      case reaching
      /// One millisecond longer ago.
      case passing
    }
    var column: ColumnID
    var span: Slot
    var sort: Sort
  }

  /// A stream of logged events, by its place among those that are asked for.
  struct Stream {
    /// The streams of which it has to be in one, as bits; none for those of an event or a kind.
    var members: UInt64 = 0
    var condition: NodeID?
  }

  var passes: [Pass] = []
  var gates: [NodeID] = []
  var watchedColumns: [ColumnID] = []
  var deadlines: [Deadline] = []
  /// For each condition between events of which only values at single instants are known.
  var watches: [NodeID: Watch] = [:]
  /// At most 64, members first.
  var streams: [Stream] = []
  /// The places of those that are made of others.
  var derived: [Int] = []
  /// How many words there are for 64 rows: one for each stream, and what fills up four.
  var stride: Int { (streams.count + 3) / 4 * 4 }
  /// For each kind of the plan, four streams at a time, 1 where its events are in a stream whatever their fields.
  var streamsOfKind: [SIMD4<UInt64>] = []
  /// For each kind of the plan its event.
  var eventOfKind: [Int] = []
  /// The columns of logged streams, and the places of those.
  var logged: [(column: ColumnID, stream: Int)] = []
  /// For each of them whether the rows of its entries are asked for, and not only their instants.
  var keepsRows: [Bool] = []
  /// The series that are summed.
  var summed: [SeriesID] = []
  /// For each column of the plan where its entries are kept: behind those of all columns come the firings of
  /// each rule of the program.
  var placeOfColumn: [Int] = []
  /// More values of an expression's parts than this are never kept at a time.
  var depth = 0
  /// For each place whether it is a column of logged events.
  var isLogged: [Bool] = []
  /// Whether it matters when a subject is open.
  var looksBetweenEvents = false
  /// How far back or ahead anything looks.
  var spans: [Slot] = []
  /// What of a subject makes its constants.
  var attributes: [Int] = []
}
