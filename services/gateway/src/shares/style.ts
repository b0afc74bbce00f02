import { serverPageStyle } from "../web/style.ts";

/** The stylesheet of what is shared: one column, with pictures beside the words, or above them on a phone. */
export const shareStyle = `${serverPageStyle}
:root {
  --warn-ink: light-dark(oklch(0.455 0.085 72), oklch(0.835 0.095 84));
  --warn-soft: light-dark(oklch(0.955 0.035 88), oklch(0.305 0.034 80));
  --accent: light-dark(oklch(0.462 0.098 50), oklch(0.79 0.105 76));
  --accent-hover: light-dark(oklch(0.412 0.092 49), oklch(0.835 0.1 79));
  --on-accent: light-dark(oklch(0.985 0.008 84), oklch(0.225 0.03 58));
}
body { display: flex; flex-direction: column; min-height: 100dvh; }
header { padding: 12px 24px; }
main { flex: 1; width: 100%; max-width: 768px; margin: 0 auto; padding: 40px 24px 64px; }
h1, h2 { margin: 0; overflow-wrap: anywhere; }
h1 { font: 400 40px/46px var(--serif); letter-spacing: -0.018em; text-wrap: balance; }
.emoji { margin-inline-end: 4px; }
.count { margin: 10px 0 0; color: var(--ink-3); font-size: 15px; }
.empty { margin: 32px 0 0; padding: 48px 24px; color: var(--ink-2); text-align: center; background: var(--sunken); border-radius: 16px; }
.links { margin: 32px 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.links li { border-bottom: 1px solid var(--line); }
.links article { display: flex; gap: 24px; align-items: flex-start; justify-content: space-between; padding: 24px 0; }
.words { flex: 1; min-width: 0; }
h2 { font: 560 18px/25px var(--sans); letter-spacing: -0.012em; }
h1 a, h2 a { color: var(--ink); text-decoration: none; }
h1 a:hover, h2 a:hover { color: var(--accent-ink); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 6px; margin: 6px 0 0; color: var(--ink-3); font-size: 14px; line-height: 20px; }
.facts img { flex: none; margin-inline-end: 2px; border-radius: 4px; }
.facts span { min-width: 0; overflow-wrap: anywhere; }
.facts span + span::before { content: "·"; margin-inline-end: 6px; }
.facts span.gone { padding: 0 8px; color: var(--warn-ink); background: var(--warn-soft); border-radius: 999px; }
.facts span.gone::before { content: none; }
.description { margin: 8px 0 0; color: var(--ink-2); font-size: 15px; line-height: 23px; overflow-wrap: anywhere; }
.links .description { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.notes { margin: 14px 0 0; padding: 2px 0 2px 14px; color: var(--ink); font-size: 15px; line-height: 23px; white-space: pre-line; overflow-wrap: anywhere; border-inline-start: 3px solid var(--accent-line); }
.picture { flex: none; display: block; width: 176px; border-radius: 10px; }
.picture img, .cover img { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; object-fit: cover; background: var(--sunken); border-radius: 10px; box-shadow: 0 0 0 1px var(--line); }
.cover { display: block; margin-bottom: 28px; border-radius: 14px; }
.cover img { border-radius: 14px; }
.one h1 { font-size: 34px; line-height: 41px; }
.one .facts { margin-top: 12px; font-size: 15px; }
.one .description { margin-top: 18px; font-size: 17px; line-height: 27px; }
.one .notes { margin-top: 22px; font-size: 17px; line-height: 27px; }
.one p:has(.button) { margin: 28px 0 0; }
.button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; font: 540 15px/20px var(--sans); color: var(--ink); text-decoration: none; background: var(--surface); border: 1px solid var(--line-control); border-radius: 10px; cursor: pointer; overflow-wrap: anywhere; }
.button:hover { background: var(--hover); }
.button.is-main { color: var(--on-accent); background: var(--accent); border-color: transparent; }
.button.is-main:hover { background: var(--accent-hover); }
.pages { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: 16px; margin-top: 32px; color: var(--ink-3); font-size: 14px; }
.pages > :last-child { justify-self: end; }
.pages > :first-child { justify-self: start; }
.notice { display: flex; flex-direction: column; align-items: flex-start; justify-content: center; max-width: 528px; }
.notice h1 { font-size: 34px; line-height: 41px; }
.notice > p { margin: 12px 0 0; color: var(--ink-2); }
form { width: 100%; margin-top: 28px; }
label { display: block; margin-bottom: 6px; font-size: 14px; font-weight: 540; }
input { width: 100%; min-height: 48px; padding: 0 14px; font: 16px var(--sans); color: var(--ink); background: var(--surface); border: 1px solid var(--line-control); border-radius: 10px; }
input:focus-visible { outline-offset: 0; }
.wrong { margin: 8px 0 0; color: var(--danger-ink); font-size: 14px; line-height: 20px; }
form .button { margin-top: 16px; }
footer { border-top: 1px solid var(--line); background: var(--sunken); }
footer div { max-width: 768px; margin: 0 auto; padding: 20px 24px 24px; color: var(--ink-3); font-size: 13px; line-height: 20px; }
footer p { margin: 0; max-width: 62ch; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 20px; margin: 4px 0 0; padding: 0; list-style: none; }
footer li a { display: inline-flex; align-items: center; min-height: 44px; }
@media (max-width: 599px) {
  header { padding: 8px 16px; }
  main { padding: 20px 16px 48px; }
  h1 { font-size: 32px; line-height: 38px; }
  .one h1, .notice h1 { font-size: 28px; line-height: 34px; }
  .links { margin-top: 24px; }
  .links article { gap: 14px; padding: 18px 0; }
  h2 { font-size: 17px; line-height: 23px; }
  .picture { width: 92px; }
  .picture img { aspect-ratio: 1; border-radius: 8px; }
  .links .description { -webkit-line-clamp: 2; }
  .one .cover { margin-bottom: 20px; }
  .one .button { width: 100%; justify-content: center; }
  footer div { padding-inline: 16px; }
}
`;
