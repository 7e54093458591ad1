import PaceLab
import PaceLanguage

/// The parameters that a fit chooses, and the values that it tries.
struct FitAxes {
  let grid: SweepGrid
  /// Which parameters were not taken, and why.
  private(set) var remarks: [String] = []

  /// Takes the parameters of `--params`, else all with a grid that labelled rules read; `--param` narrows them.
  ///
  /// What the command names comes first, in its order; the rest is in the order of the program.
  init(_ arguments: Arguments, _ pack: Pack, _ labels: LabelsFile) throws(Failure) {
    let program = pack.program
    let narrowed = try Self.narrowed(arguments, program)
    let named = try Self.named(arguments, pack)
    for axis in narrowed where pack.settings.contains(where: { $0.param == axis.param }) {
      throw .usage(.conflict("--param \(axis.name)", "--set \(axis.name)"))
    }
    if let named, let other = narrowed.first(where: { !named.contains($0.param) }) {
      throw Option.params.bad(
        arguments.all(.params).joined(separator: ","), "`\(other.name)` among them, as `--param` narrows it")
    }
    var params = named ?? narrowed.map(\.param)
    if named == nil {
      params += labels.labels.params(in: program).filter { param in
        !params.contains(param) && !pack.settings.contains { $0.param == param }
      }
    }
    var axes: [SweepAxis] = []
    for param in params {
      let name = program.params[param.index].name.text
      if let axis = narrowed.first(where: { $0.param == param }) {
        axes.append(axis)
        continue
      }
      do throws(Failure) {
        axes.append(try SweepAxis.read(name, in: program))
      } catch {
        if named != nil { throw error }
        let type = program.params[param.index].type
        remarks.append(
          type == .text || type == .schedule
            ? "`\(name)` is left as it is, for its values have no order"
            : "`\(name)` is left as it is, for it has no range whose values can all be tried; "
              + "`--param \(name)=LO..HI/STEP` gives it one")
      }
    }
    grid = try Self.grid(axes)
  }

  private static func grid(_ axes: [SweepAxis]) throws(Failure) -> SweepGrid {
    if axes.isEmpty {
      throw .usage(
        .log(
          "the labelled rules rest on no parameter that has a range",
          help: "name the values to try with --param NAME=LO..HI/STEP"))
    }
    guard let grid = SweepGrid(axes, limit: .max) else {
      throw .usage(
        .log(
          "there are too many combinations of \(Noun.count(axes.count, "parameter"))",
          help: "choose fewer with --params, or fewer values with --param"))
    }
    if grid.count == 1 {
      let values = axes.count == 1 ? "\(axes[0].name) has one value" : "each parameter has one value"
      throw .usage(.log("\(values) to try, so there is nothing to choose", help: nil))
    }
    return grid
  }

  private static func narrowed(
    _ arguments: Arguments, _ program: Program
  ) throws(Failure) -> [SweepAxis] {
    var axes: [SweepAxis] = []
    for text in arguments.all(.narrowed) {
      let axis = try SweepAxis.read(text, in: program)
      if axes.contains(where: { $0.param == axis.param }) {
        throw .usage(.repeatedOption("--param \(axis.name)"))
      }
      axes.append(axis)
    }
    return axes
  }

  /// The parameters of `--params`, in their order; nil without it.
  private static func named(_ arguments: Arguments, _ pack: Pack) throws(Failure) -> [ParamID]? {
    let lists = arguments.all(.params)
    if lists.isEmpty { return nil }
    let known = pack.program.params.map(\.name.text)
    var params: [ParamID] = []
    for name in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let name = String(name)
      let index = try UsageError.place(of: name, among: known, "parameter")
      if pack.settings.contains(where: { $0.param.index == index }) {
        throw .usage(.conflict("--params \(name)", "--set \(name)"))
      }
      if params.contains(ParamID(index)) { throw .usage(.repeatedOption("--params \(name)")) }
      params.append(ParamID(index))
    }
    return params
  }
}
