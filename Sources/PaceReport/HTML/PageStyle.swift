/// How pages look, by day and by night.
enum PageStyle {
  static let text = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf8; --card: #ffffff; --ink: #22262b; --soft: #6a7079; --rule: #e4e2dd; --base: #a9adb3;
      --c0: #2f6db5; --c1: #c2571a; --c2: #2f8a6b; --c3: #8a4fa8; --c4: #b0891b; --c5: #4b5f78;
      --alarm: #c9302c; --heat: #2f6db5; --on-heat: #ffffff; --mid-heat: #000000; --in-heat: #22262b;
      --reach: min(l, 0.62);
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #15181c; --card: #1d2126; --ink: #e6e8ea; --soft: #9aa2ab; --rule: #31373e; --base: #5d656e;
        --c0: #6ea8e8; --c1: #f0935a; --c2: #62c4a0; --c3: #c493e0; --c4: #dcb74e; --c5: #9bb0ca;
        --alarm: #ff7a70; --heat: #b3d7ff; --on-heat: #000000; --mid-heat: #000000; --in-heat: #ffffff;
        --reach: max(l, 0.6);
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
    main { max-width: 1120px; margin: 0 auto; padding: 32px 20px 64px; }
    h1 { font-size: 27px; line-height: 1.25; margin: 0 0 4px; letter-spacing: -0.01em; overflow-wrap: anywhere; }
    .whole { display: inline-block; max-width: 100%; }
    h2 { font-size: 19px; margin: 40px 0 12px; }
    h3 { font-size: 15px; margin: 0 0 2px; }
    p { margin: 0 0 8px; }
    .soft { color: var(--soft); }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 14px;
      margin: 24px 0 14px; }
    .tile, .card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
      padding: 14px 16px; }
    .tile b { display: block; font-size: 20px; line-height: 1.25; font-variant-numeric: tabular-nums; }
    .card { margin: 0 0 14px; }
    .pair { display: grid; gap: 14px;
      grid-template-columns: repeat(auto-fill, minmax(min(460px, 100%), 1fr)); }
    .pair .card { margin: 0; align-self: start; }
    .plot { container-type: inline-size; }
    svg { display: block; width: 100%; overflow: visible; font: 12px/1 system-ui, "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums; }
    .axis { margin: 6px 0 2px; font-size: 12px; font-weight: 600; }
    .across { text-align: center; margin: 0 0 4px; }
    text { pointer-events: none; }
    .tick { fill: var(--soft); }
    .grid { stroke: var(--rule); }
    .base { stroke: var(--base); }
    .preset { stroke: var(--ink); stroke-width: 1.3; stroke-dasharray: 4 3; }
    .preset.in-force { stroke-width: 1.6; stroke-dasharray: none; }
    .preset.tie { stroke-dasharray: 1 3; }
    .preset.chosen { stroke: var(--c1); stroke-width: 4; stroke-dasharray: none; }
    .preset-ground { stroke: var(--card); stroke-width: 5; }
    .preset-name { fill: var(--soft); font-weight: 600; }
    .curve { fill: none; stroke-width: 2.2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
    .ground { fill-opacity: 0.12; }
    .level { background: var(--level); }
    .apart { stroke: var(--card); stroke-width: 2; }
    @supports (color: oklch(from red l c h)) {
      .level { --shade: oklch(from var(--level) var(--reach) c h); fill: var(--shade);
        background: var(--shade); }
    }
    .dot { stroke: var(--card); stroke-width: 1; }
    .cliff { fill: none; stroke: var(--alarm); stroke-width: 4; stroke-linecap: round; }
    .cliff-text { fill: var(--alarm); font-weight: 700; }
    .preset-name, .cliff-text { paint-order: stroke; stroke: var(--card); stroke-width: 4px;
      stroke-linejoin: round; }
    .flat { fill: var(--base); fill-opacity: 0.5; }
    .touch { fill: transparent; }
    .touch:hover { fill: var(--soft); fill-opacity: 0.12; }
    .front { fill: none; stroke: var(--c0); stroke-width: 2; vector-effect: non-scaling-stroke; }
    .best { fill: var(--c0); }
    .other { fill: var(--soft); }
    .heat { fill: var(--heat); }
    .on-heat { fill: var(--on-heat); }
    .mid-heat { fill: var(--mid-heat); }
    .in-heat { fill: var(--in-heat); }
    .legend { margin: 4px 0; color: var(--soft); font-size: 13px; }
    .legend span { display: inline-block; max-width: 100%; margin-right: 16px; }
    .legend i:not(.mark) { forced-color-adjust: none; }
    .legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; }
    .legend .mark { width: 20px; background: none; border: 2px dashed var(--ink); }
    .legend .mark.in-force { border-style: solid; }
    .legend .mark.tie { border-style: dotted; }
    .legend .mark.chosen { border: 4px solid var(--c1); }
    .legend .mark.line { width: 0; height: 16px; vertical-align: middle; border-radius: 0;
      border-width: 0 0 0 2px; margin: 0 12px 0 6px; }
    .legend .mark.line.chosen { border-left-width: 4px; }
    .key i { width: 26px; margin: 0; border-radius: 0; background: var(--heat); }
    .key span i { width: 14px; margin-right: 6px; border-radius: 3px; }
    .ends { margin: 8px 0 0; padding-left: 24px; }
    h2, h3, p, dd, li, .tile { overflow-wrap: anywhere; }
    ul { margin: 0; padding-left: 20px; }
    details { margin-top: 32px; }
    li details { margin-top: 0; }
    li details code { display: block; white-space: pre; overflow-x: auto; }
    summary { cursor: pointer; font-weight: 600; }
    .wide { overflow-x: auto; margin-top: 10px; }
    table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
    th, td { padding: 4px 12px 4px 0; text-align: right; border-bottom: 1px solid var(--rule);
      white-space: nowrap; }
    th { color: var(--soft); font-weight: 600; }
    th:first-child, td:first-child, .text { text-align: left; }
    caption { text-align: left; }
    @media (max-width: 480px) {
      main { padding: 20px 14px 40px; }
      .tiles { grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 8px; }
      .folds, .folds tbody, .folds caption { display: block; }
      .folds tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(92px, 1fr)); gap: 2px 12px;
        padding: 8px 0; border-bottom: 1px solid var(--rule); }
      .folds th, .folds td { padding: 0; border: 0; text-align: left; }
      .folds tr:first-of-type { display: none; }
      .folds th { grid-column: 1 / -1; color: var(--ink); }
      .folds td:empty { display: none; }
      .folds td::before { content: attr(data-head); display: block; color: var(--soft); overflow-wrap: anywhere; }
    }
    @media print {
      :root { --paper: #ffffff; color-scheme: light;
        print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      main { max-width: none; padding: 0; }
      .tile, .card, .plot, .legend, tr, li { break-inside: avoid; }
      h1, h2, h3, h1 + p, h2 + p, h3 + p, .axis { break-after: avoid; }
      .across { break-before: avoid; break-after: auto; }
      .wide { overflow: visible; }
      .wide :is(th[scope="col"], td) { white-space: normal; }
      details:not([open]) { display: none; }
      summary { list-style: none; break-after: avoid; }
      summary::-webkit-details-marker { display: none; }
      li details code { white-space: pre-wrap; overflow-wrap: anywhere; }
    }
    """
}
