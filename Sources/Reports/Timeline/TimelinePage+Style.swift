extension TimelinePage {
  /// Light and dark by the reader's preference.
  static let style = """
    :root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --page: #ffffff; --panel: #f6f8fa;
      --line: #d1d9e0; --emit: #8250df; --compile: #54aeff; --link: #e16f24; --wait: #bf8700; --critical: #cf222e;
      --up: #0969da; --down: #8250df; --grid: #e4e8ec; --busy: #54aeff; --cpu: #1a7f37; --plan: #8c959f;
      --manifests: #6e7781; --plugins: #a475f9;
      --after: #afb8c1; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --page: #0d1117;
      --panel: #151b23; --line: #3d444d; --emit: #ab7df8; --compile: #316dca; --link: #db6d28; --wait: #d29922;
      --critical: #ff6b65; --up: #58a6ff; --down: #bc8cff; --grid: #262c36; --busy: #316dca; --cpu: #3fb950;
      --manifests: #57606a; --plugins: #8957e5; --plan: #6e7681; --after: #484f58; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 24px 32px 48px; max-width: 1500px; color: var(--text); background: var(--page);
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
    h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 28px 0 8px; }
    #figures { margin: 0; color: var(--soft); } #figures b { color: var(--text); }
    #conclusions { margin: 12px 0 0; padding-left: 20px; max-width: 1000px; }
    .warning { border-left: 4px solid var(--critical); padding: 6px 12px; background: var(--panel); }
    .note { color: var(--soft); font-size: 13px; } .note .up { color: var(--up); } .note .down { color: var(--down); }
    .controls { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; margin: 0 0 8px; }
    input, select { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line);
      border-radius: 6px; padding: 3px 8px; }
    #legend span { margin-right: 14px; color: var(--soft); white-space: nowrap; }
    #legend i { display: inline-block; width: 14px; height: 10px; border-radius: 2px; margin-right: 5px; }
    #timeline { border: 1px solid var(--line); border-radius: 8px; max-height: 72vh; overflow-y: auto;
      scrollbar-gutter: stable; }
    #axis { position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--grid); }
    #load { position: sticky; bottom: 0; border-top: 1px solid var(--line); background: var(--panel); }
    #none { margin: 12px; color: var(--soft); }
    svg { display: block; width: 100%; } svg text { fill: var(--text); font-size: 12px; }
    svg text.axis { fill: var(--soft); font-size: 11px; } .grid { stroke: var(--grid); }
    .row { cursor: pointer; outline: none; } .row .back { fill: transparent; }
    .row:hover .back, .row:focus .back { fill: var(--panel); }
    .row.dependent .back { fill: color-mix(in srgb, var(--up) 22%, transparent); }
    .row.dependency .back { fill: color-mix(in srgb, var(--down) 22%, transparent); }
    .row.critical text { font-weight: 600; } .row .wait { fill: var(--wait); }
    .row .compile { fill: var(--compile); } .row .emit { fill: var(--emit); } .row .link { fill: var(--link); }
    .piece { fill: var(--critical); pointer-events: none; }
    .hop { stroke: var(--critical); stroke-width: 1.5; fill: none; pointer-events: none; }
    .phase { display: flex; height: 34px; border-radius: 6px; overflow: hidden; color: #fff; font-size: 12px; }
    .phase div { padding: 0 8px; overflow: hidden; white-space: nowrap; line-height: 34px; text-overflow: ellipsis; }
    .phases-list { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 8px 0 0; padding: 0; list-style: none; }
    .phases-list i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }
    .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(380px, 1fr)); gap: 0 40px; }
    ol { margin: 0; padding-left: 26px; } li { margin: 2px 0; } li span { color: var(--soft); }
    .scroll { overflow: auto; max-height: 90vh; } thead { position: sticky; top: 0; background: var(--page); }
    table { border-collapse: collapse; width: 100%; min-width: 1120px; table-layout: fixed;
      font-variant-numeric: tabular-nums; }
    th:first-child { width: 210px; } td:first-child { overflow: hidden; text-overflow: ellipsis; }
    th, td { padding: 4px 7px; font-size: 13px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
    th { white-space: normal; vertical-align: bottom; }
    th:first-child, td:first-child { text-align: left; } td.critical { color: var(--critical); font-weight: 600; }
    th button { all: unset; cursor: pointer; color: var(--soft); font-weight: 600; }
    th button:focus-visible { outline: 2px solid var(--up); } th[aria-sort] button { color: var(--text); }
    th[aria-sort=ascending] button::after { content: " \\2191"; }
    th[aria-sort=descending] button::after { content: " \\2193"; }
    #tip { position: fixed; z-index: 2; max-width: 380px; padding: 8px 12px; border-radius: 8px; pointer-events: none;
      background: var(--page); border: 1px solid var(--line); box-shadow: 0 4px 16px rgb(0 0 0 / 0.25); }
    #tip b { display: block; } #tip div { display: flex; justify-content: space-between; gap: 24px; }
    #tip div span:first-child { color: var(--soft); }
    """
}
