import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A process of its own: several sites on loopback with one kind of page, about as large as the web's text pages are.
const SITES = Number(process.env.SITES ?? 16);

const paragraph = (n: number): string =>
  `<p class="text">Paragraph ${n} of a page that was written to be read, with <a href="/other/${n}">links</a>, ` +
  `<em>emphasis</em> and as many words as paragraphs have. ${"Some more words follow here. ".repeat(12)}</p>\n`;
const body = Array.from({ length: 60 }, (_, n) => paragraph(n)).join("");

const page = (path: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>The page at ${path} – A site</title><meta name="description" content="What the page at ${path} is about.">
<meta property="og:title" content="The page at ${path}"><meta property="og:site_name" content="A site">
<meta name="author" content="Somebody"><meta property="article:published_time" content="2026-01-01T10:00:00Z">
<script type="application/ld+json">{"@type":"Article","headline":"The page at ${path}","keywords":"a,b,c"}</script>
</head><body><nav>${"<a href='/x'>x</a>".repeat(40)}</nav><main><h1>The page at ${path}</h1>${body}</main></body></html>`;

const ports = await Promise.all(
  Array.from({ length: SITES }, async () => {
    const server = createServer((request, response) => {
      const path = request.url ?? "/";
      if (path.startsWith("/page/")) response.writeHead(200, { "content-type": "text/html" }).end(page(path));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }),
);
process.send?.(ports);
process.on("disconnect", () => process.exit());
