import { serverPageStyle } from "../web/style.ts";

/** The stylesheet of the outbox: list and mail side by side, or one of them below {@link SIDE_BY_SIDE}. */
const SIDE_BY_SIDE = "(min-width: 900px)";

export const outboxStyle = `${serverPageStyle}
header { display: flex; align-items: center; height: 64px; padding: 0 24px; border-bottom: 1px solid var(--line); }
.empty svg { color: var(--accent-ink); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: 16px; top: -64px; z-index: 1; padding: 10px 16px; background: var(--surface); border-radius: 8px; }
.skip:focus { top: 10px; }
h1, h2 { margin: 0; overflow-wrap: anywhere; letter-spacing: -0.012em; }
.mails { padding: 32px 24px; }
.mails > h1, .mails > h2 { font: 400 34px/40px var(--serif); }
.mails > p { margin: 8px 0 0; color: var(--ink-2); font-size: 14px; line-height: 20px; }
.mails > .live { display: none; align-items: baseline; gap: 8px; color: var(--ink-3); font-size: 13px; }
.has-script .mails > .live { display: flex; }
.live::before { content: ""; flex: none; width: 8px; height: 8px; border-radius: 50%; background: var(--ok-ink); }
.mails > .live.is-lost { color: var(--danger-ink); }
.live.is-lost::before { background: var(--danger-ink); }
.empty { margin-top: 24px; padding: 48px 24px; text-align: center; background: var(--sunken); border-radius: 16px; }
.empty svg { width: 48px; height: 48px; }
.empty p { max-width: 40ch; margin: 8px auto 0; color: var(--ink-2); font-size: 14px; line-height: 20px; }
.empty strong { font: 400 20px/28px var(--serif); color: var(--ink); }
ol { margin: 24px 0 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden; }
li { position: relative; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; gap: 2px; padding: 12px 16px; color: inherit; text-decoration: none; outline-offset: -2px; }
li a:hover { background: var(--hover); }
li a[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent-ink); }
li a:focus-visible { outline-offset: -3px; border-radius: 12px; }
li strong { margin-bottom: 4px; font-size: 15px; line-height: 20px; font-weight: 560; overflow-wrap: anywhere; }
li span, li time { color: var(--ink-2); font-size: 13px; line-height: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.has-script li:has(button) a > :not(strong) { margin-inline-end: 136px; }
li button { position: absolute; inset-inline-end: 12px; bottom: 10px; }
button { display: none; min-height: 44px; padding: 0 16px; font: 540 14px/20px var(--sans); color: var(--ink); background: var(--surface); border: 1px solid var(--line-control); border-radius: 8px; cursor: pointer; }
.has-script button { display: inline-block; }
button:hover { background: var(--hover); }
button.is-done { color: var(--ok-ink); border-color: currentColor; }
.mail { padding: 20px 24px 48px; }
.mail:focus { outline: none; }
.mail nav a { display: inline-flex; align-items: center; min-height: 44px; font-size: 14px; text-decoration: none; }
.mail nav a:hover { text-decoration: underline; }
.mail nav a::before { content: "←"; margin-inline-end: 8px; }
.mail h1, .mail h2 { font: 400 26px/32px var(--serif); }
.about { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px; margin-top: 8px; }
.about p { margin: 0; color: var(--ink-2); font-size: 14px; line-height: 20px; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: max(620px, 100dvh - 320px); margin-top: 20px; border: 1px solid var(--line); border-radius: 12px; }
details { margin-top: 12px; }
summary { width: fit-content; min-height: 44px; padding: 10px 4px; color: var(--accent-ink); font-size: 14px; cursor: pointer; border-radius: 8px; }
pre { margin: 20px 0 0; padding: 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
details pre { margin-top: 4px; }
.none { margin: 20px 0 0; padding: 48px 24px; text-align: center; color: var(--ink-2); background: var(--sunken); border-radius: 12px; }
main:not(:has(article)) .mails { max-width: 640px; margin: 0 auto; }
@media not all and ${SIDE_BY_SIDE} {
  .is-list .mail, .is-mail .mails, .is-list nav, .skip { display: none; }
  .is-list li a[aria-current] { background: none; box-shadow: none; }
  .is-list li a[aria-current]:hover { background: var(--hover); }
  header, .mails, .mail { padding-inline: 16px; }
  .about button { width: 100%; }
  iframe { height: max(620px, 100dvh - 200px); }
}
@media ${SIDE_BY_SIDE} {
  main:has(article) { display: grid; grid-template-columns: 380px minmax(0, 1fr); }
  main:has(article) .mails { position: sticky; top: 0; height: calc(100dvh - 65px); overflow-y: auto; background: var(--sunken); border-inline-end: 1px solid var(--line); }
  .mail { width: 100%; max-width: 880px; margin: 0 auto; padding-top: 32px; }
  .mail nav { display: none; }
  iframe { height: max(620px, 100dvh - 300px); }
}
`;
