package io.headwaiter.lab.report;

/** The style that all pages share. */
final class HtmlStyle {
  static final String CSS =
      """
      :root{--ink:#1f2933;--soft:#5b6673;--line:#dfe3e8;--page:#f5f6f8;--card:#ffffff}
      @media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#a3adb8;--line:#343c46;--page:#0f1216;--card:#171b21}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
      main{max-width:1200px;margin:0 auto;padding:24px 16px 64px}
      header p{font-size:1.1rem;color:var(--soft);max-width:46rem;margin-top:0}
      header p.validity{font-weight:600;color:var(--ink)}
      h1{font-size:1.9rem;line-height:1.2;margin:.4em 0 .3em}
      h2{font-size:1.15rem;margin:2em 0 .6em}
      .findings li{margin:.25em 0}
      .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));gap:16px}
      figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px}
      figure svg{display:block;width:100%;height:auto}
      .scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}
      table{border-collapse:collapse;width:100%;font-size:.85rem;font-variant-numeric:tabular-nums}
      th,td{padding:7px 10px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
      th:first-child,td:first-child{text-align:left;white-space:normal;min-width:7rem}
      tbody tr:last-child td{border-bottom:0}
      th{color:var(--soft);font-weight:600}
      details{margin-top:12px}
      summary{cursor:pointer;margin-bottom:8px}
      .note{color:var(--soft);font-size:.9rem}
      dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:4px 20px;margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 16px}
      dt{color:var(--soft)}
      dd{margin:0;overflow-wrap:anywhere}
      @media (max-width:600px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
      """;

  private HtmlStyle() {}
}
