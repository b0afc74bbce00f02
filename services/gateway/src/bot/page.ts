import { escapeHtml } from "@satchel/chassis";
import { FETCH_MS, PAGE_BYTES } from "@satchel/contracts";
import { BRAND } from "../web/mark.ts";

const seconds = FETCH_MS / 1000;
const megabytes = PAGE_BYTES / 1024 / 1024;

/**
 * For owners of sites who find this address in their logs: who fetches, why, how often, and how to prevent it. In both
 * languages, so that it is one page for every reader.
 * @param contact mail address of the operator
 */
export function botPage(contact: string): string {
  const mail = `<a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Satchel’s page fetcher</title>
<link rel="stylesheet" href="/bot/style.css">
</head>
<body>
${BRAND}
<main>
<nav><a href="#de" lang="de" hreflang="de">Deutsch</a></nav>
<section id="en">
<h1>Satchel’s page fetcher</h1>
<p>You probably found this address in the log of your web server. Satchel is a private link archive. When somebody saves
a link to one of your pages, this installation fetches that page to show its title, description and picture to that
person.</p>
<ul>
<li>It names itself <code>Satchel</code> in the <code>User-Agent</code> field and gives this address.</li>
<li>It fetches the page that was saved and the pictures that it names as its preview and icon. It follows no other
links, so it is no crawler, and it does not apply <code>robots.txt</code> to a page that a person chose.</li>
<li>Each of its processes, mostly a single one, opens at most two connections to a host at a time. It takes at most
${megabytes} MB and ${seconds} seconds for a page, and comes back no earlier than a <code>Retry-After</code> field
says.</li>
<li>It keeps no cookies from one page to the next, sends no referrer, and signs in nowhere.</li>
<li>What it fetched is shown to the people who saved the page and to nobody else. It is in no public index, and nothing
is trained on it.</li>
</ul>
<h2>How to keep it away</h2>
<p>Answer requests whose <code>User-Agent</code> contains <code>Satchel/</code> with status 403. The link then shows its
address only, and is not tried again by itself. To reach the people who run this installation, write to ${mail}.</p>
</section>
<section id="de" lang="de">
<h1>Der Seitenabruf von Satchel</h1>
<p>Vermutlich haben Sie diese Adresse im Protokoll Ihres Webservers gefunden. Satchel ist ein privates Archiv für Links.
Speichert jemand einen Link auf eine Ihrer Seiten, ruft diese Installation die Seite ab, um dieser Person Titel,
Beschreibung und Bild zu zeigen.</p>
<ul>
<li>Er nennt sich <code>Satchel</code> im Feld <code>User-Agent</code> und gibt diese Adresse an.</li>
<li>Abgerufen werden die gespeicherte Seite und die Bilder, die sie als Vorschau und Symbol nennt. Anderen Links folgt
er nicht, er ist also kein Crawler, und <code>robots.txt</code> wendet er auf eine Seite, die ein Mensch ausgesucht hat,
nicht an.</li>
<li>Jeder seiner Prozesse, meist ein einziger, öffnet höchstens zwei Verbindungen gleichzeitig zu einem Host. Er nimmt
sich höchstens ${megabytes} MB und ${seconds} Sekunden für eine Seite und kommt nicht früher wieder, als ein Feld
<code>Retry-After</code> sagt.</li>
<li>Er behält keine Cookies von einer Seite zur nächsten, sendet keinen Referrer und meldet sich nirgends an.</li>
<li>Was abgerufen wurde, sehen nur die Menschen, die die Seite gespeichert haben. Es steht in keinem öffentlichen
Index, und nichts wird damit trainiert.</li>
</ul>
<h2>So halten Sie ihn fern</h2>
<p>Beantworten Sie Anfragen, deren <code>User-Agent</code> <code>Satchel/</code> enthält, mit dem Status 403. Der Link
zeigt dann nur seine Adresse, und von selbst wird es nicht wieder versucht. Die Betreiber dieser Installation erreichen
Sie unter ${mail}.</p>
</section>
</main>
</body>
</html>
`;
}
