/** Design tokens and text styles of the pages that this server writes itself, the same as those of the built page. */
export const serverPageStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.981 0.007 74), oklch(0.200 0.010 52));
  --sunken: light-dark(oklch(0.961 0.010 72), oklch(0.178 0.009 50));
  --surface: light-dark(oklch(0.996 0.003 76), oklch(0.232 0.011 52));
  --hover: light-dark(oklch(0.953 0.011 70), oklch(0.250 0.012 53));
  --ink: light-dark(oklch(0.255 0.018 58), oklch(0.935 0.010 82));
  --ink-2: light-dark(oklch(0.415 0.018 60), oklch(0.790 0.012 80));
  --ink-3: light-dark(oklch(0.510 0.019 62), oklch(0.690 0.014 78));
  --line: light-dark(oklch(0.908 0.011 70), oklch(0.302 0.012 54));
  --line-control: light-dark(oklch(0.640 0.022 70), oklch(0.555 0.018 60));
  --accent-ink: light-dark(oklch(0.452 0.100 50), oklch(0.815 0.098 77));
  --accent-soft: light-dark(oklch(0.940 0.027 76), oklch(0.310 0.034 62));
  --accent-line: light-dark(oklch(0.780 0.070 68), oklch(0.480 0.060 68));
  --ok-ink: light-dark(oklch(0.440 0.075 148), oklch(0.800 0.085 148));
  --danger-ink: light-dark(oklch(0.480 0.160 27), oklch(0.770 0.115 26));
  --focus: light-dark(oklch(0.560 0.130 58), oklch(0.830 0.110 80));
  --serif: "Fraunces Variable", "Iowan Old Style", Georgia, serif;
  --sans: "Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/24px var(--sans); }
a { color: var(--accent-ink); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.brand { display: inline-flex; align-items: center; gap: 10px; min-height: 44px; color: var(--ink); text-decoration: none; border-radius: 8px; }
.brand svg { color: var(--accent-ink); }
.brand b { font: 560 21px/1 var(--serif); letter-spacing: -0.018em; padding-bottom: 2px; }
`;

/** The stylesheet of pages that are one column of text. */
export const articleStyle = `${serverPageStyle}
header { padding: 12px 24px; }
main { max-width: 720px; margin: 0 auto; padding: 24px 24px 64px; }
h1 { margin: 0; font: 400 36px/44px var(--serif); letter-spacing: -0.018em; text-wrap: balance; }
h2 { margin: 32px 0 0; font: 560 20px/28px var(--serif); }
p, li { color: var(--ink-2); }
ul { padding-inline-start: 20px; }
li + li { margin-top: 8px; }
code { font: 0.875em var(--mono); overflow-wrap: anywhere; }
section + section { margin-top: 48px; padding-top: 48px; border-top: 1px solid var(--line); }
`;
