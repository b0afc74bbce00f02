/** The stylesheet of the operator's page; colours with sufficient contrast in light and dark (WCAG 2.2, 1.4.3). */
export const style = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f5, #1c1916);
  --raised: light-dark(#ffffff, #26221e);
  --ink: light-dark(#2a2520, #ece7e0);
  --quiet: light-dark(#625a51, #b3aaa0);
  --line: light-dark(#ddd6cc, #40392f);
  --accent: light-dark(#7a4a1e, #e0b075);
  --on-accent: light-dark(#ffffff, #241a10);
  --fault: light-dark(#a3271b, #ff9d8f);
  --well: light-dark(#2c6a35, #8fd39a);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
header, nav { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; }
nav a[aria-current] { font-weight: 600; text-decoration: none; color: var(--ink); }
.search { display: grid; grid-template-columns: 1fr auto; gap: 0 0.75rem; align-items: center; max-width: 36rem; }
.search label { grid-column: 1 / -1; }
.number { text-align: end; white-space: nowrap; }
td time { white-space: nowrap; }
.search + .wide, .invite + .wide { margin-top: 1rem; }
.list th, .list td { vertical-align: baseline; overflow-wrap: anywhere; }
.list th a { padding: 0.25rem 0; }
.pages { justify-content: flex-start; }
.facts { display: grid; gap: 0.75rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); margin: 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.narrow { max-width: 26rem; padding-top: 4rem; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; min-width: 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0; }
a { color: var(--accent); display: inline-block; padding: 0.6rem 0; }
article { background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; }
.cards { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); align-items: start; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.actions { white-space: nowrap; }
.actions form { display: inline-block; margin-inline-end: 0.5rem; }
label { display: block; font-weight: 600; margin-top: 1rem; }
.invite { display: grid; gap: 0 0.75rem; grid-template-columns: 2fr 1fr auto; align-items: end; max-width: 44rem; }
.invite p { margin: 0; }
.invite button { justify-self: start; margin: 0.75rem 0 0; }
input, select { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--raised);
  border: 1px solid var(--quiet); border-radius: 0.375rem; }
.sure { display: flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; margin: 0; font-weight: 400; }
.sure input { width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--accent); }
button { min-height: 2.75rem; padding: 0.5rem 1rem; margin: 0.5rem 0; font: inherit; color: var(--accent);
  background: var(--raised); border: 1px solid var(--accent); border-radius: 0.375rem; cursor: pointer; }
.narrow button { color: var(--on-accent); background: var(--accent); }
button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
summary { min-height: 2.75rem; padding: 0.6rem 0; cursor: pointer; }
.quiet { color: var(--quiet); }
.fault { color: var(--fault); font-weight: 600; }
.well { color: var(--well); }
.said { background: var(--raised); border-inline-start: 4px solid var(--accent); padding: 0.75rem 1rem; }
@media (max-width: 40rem) {
  .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .list tr { display: grid; grid-template-columns: 1fr 1.3fr; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .list th, .list td { border: 0; padding: 0.125rem 0; text-align: start; }
  .list th { grid-column: 1 / -1; }
  .list td::before { content: attr(data-label) ": "; color: var(--quiet); }
  .list .actions::before { content: none; }
  .invite { grid-template-columns: 1fr; }
}
`;
