/// The style of `insights` and `show` pages, besides that of every page.
enum LookBackStyle {
  static let text = """
    caption { text-align: left; color: var(--soft); padding-bottom: 4px; }
    dl { display: grid; grid-template-columns: fit-content(60%) minmax(0, 1fr); gap: 2px 16px; margin: 0; }
    dt { color: var(--soft); }
    dd { margin: 0; display: grid; grid-template-columns: 12em 1fr; gap: 0 16px; }
    .past { list-style: none; padding: 0; }
    .past, .past li { display: grid; grid-template-columns: minmax(104px, max-content) 1fr; gap: 0 12px; }
    .past li { grid-column: 1 / -1; grid-template-columns: subgrid; padding: 3px 0;
      border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
    .past time { color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .past .notice { padding-left: 14px; border-left: 3px solid var(--c1); }
    footer { margin-top: 40px; color: var(--soft); }
    @media (max-width: 480px) {
      .past, .past li, dd { grid-template-columns: minmax(0, 1fr); }
    }
    """
}
