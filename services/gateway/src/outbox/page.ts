import { escapeHtml } from "@satchel/chassis";
import type { OutboxMail } from "./mails.ts";

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/outbox/style.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

const time = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace("T", " ")} UTC</time>`;

export function listPage(mails: readonly OutboxMail[]): string {
  const items = mails.map(
    ({ name, subject, to, at }) =>
      `<li><a href="/outbox/${encodeURIComponent(name)}"><strong>${escapeHtml(subject || "(no subject)")}</strong>` +
      `<span>To ${escapeHtml(to)}</span>${time(at)}</a></li>`,
  );
  const list = items.length === 0 ? "<p>No mail yet.</p>" : `<ol>${items.join("\n")}</ol>`;
  return page(
    "Outbox – Satchel",
    `<h1>Outbox</h1>
<p>Satchel sends no mail here: what it would have sent lies in this folder, and only this machine can see it.</p>
${list}`,
  );
}

/** Addresses in a text, without the punctuation after them. */
const ADDRESSES = /(?<!\S)(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/;

/** Text as HTML with links to addresses of one origin, as `https://host`; other addresses stay text. */
function withLinks(text: string, origin: string): string {
  // With a capturing group, every second part is an address.
  const parts = text.split(ADDRESSES).map((part, i) => {
    const shown = escapeHtml(part);
    if (i % 2 === 0 || !part.startsWith(`${origin}/`)) return shown;
    return `<a href="${shown}" rel="noopener noreferrer">${shown}</a>`;
  });
  return parts.join("");
}

/** One mail's text, with links to this server at `origin`, such as the one that confirms an address. */
export const mailPage = ({ subject, to, at, text }: OutboxMail, origin: string): string =>
  page(
    `${subject || "(no subject)"} – Outbox – Satchel`,
    `<nav><a href="/outbox">Outbox</a></nav>
<h1>${escapeHtml(subject || "(no subject)")}</h1>
<p>To ${escapeHtml(to)} · ${time(at)}</p>
<pre>${withLinks(text, origin)}</pre>`,
  );

/** The page's design tokens, as far as these two pages need them. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.981 0.007 74), oklch(0.200 0.010 52));
  --surface: light-dark(oklch(0.996 0.003 76), oklch(0.232 0.011 52));
  --hover: light-dark(oklch(0.953 0.011 70), oklch(0.250 0.012 53));
  --ink: light-dark(oklch(0.255 0.018 58), oklch(0.935 0.010 82));
  --ink-2: light-dark(oklch(0.415 0.018 60), oklch(0.790 0.012 80));
  --line: light-dark(oklch(0.908 0.011 70), oklch(0.302 0.012 54));
  --accent-ink: light-dark(oklch(0.452 0.100 50), oklch(0.815 0.098 77));
  --focus: light-dark(oklch(0.560 0.130 58), oklch(0.830 0.110 80));
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 16px/24px "Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif;
}
main { max-width: 720px; margin: 0 auto; padding: 48px 24px; }
h1 { margin: 0 0 8px; font: 400 32px/40px "Fraunces Variable", "Iowan Old Style", Georgia, serif; }
p, span, time { color: var(--ink-2); }
a { color: var(--accent-ink); }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
ol { margin: 24px 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; padding: 12px 16px; background: var(--surface); color: inherit; text-decoration: none; }
li a:hover { background: var(--hover); }
span, time { font-size: 14px; line-height: 20px; }
pre {
  margin: 24px 0; padding: 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
  font: inherit; white-space: pre-wrap; overflow-wrap: anywhere;
}
`;
