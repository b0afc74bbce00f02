import { createServer, type Server } from "node:http";

const SVG = "image/svg+xml";
/** 1 × 1 px, brass. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8sC36PwAGSwKgVKF1XgAAAABJRU5ErkJggg==",
  "base64",
);

const page = (title: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>${title}</title>
<meta property="og:title" content="${title}">
<meta name="description" content="All about ${title}, in one page.">
<meta property="og:description" content="All about ${title}, in one page.">
<meta property="og:image" content="/preview.png">
<meta name="keywords" content="bread, baking">
<link rel="icon" href="/icon.png" type="image/png">
</head><body><h1>${title}</h1></body></html>`;

/** A web site on loopback: `/pages/<title>` is a page of that title, with picture and icon. */
export function startSite(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    const send = (type: string, body: string | Buffer) => response.writeHead(200, { "content-type": type }).end(body);
    if (path.startsWith("/pages/")) send("text/html; charset=utf-8", page(path.slice("/pages/".length)));
    else if (path.endsWith(".png")) send("image/png", PNG);
    else if (path.endsWith(".svg")) send(SVG, `<svg xmlns="http://www.w3.org/2000/svg"/>`);
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
