import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { tempDir } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { startTestSystem, type TestSystem } from "../../test/gateway.ts";

let shared: TestSystem;
beforeAll(async () => {
  shared = await startTestSystem({ services: false });
});

/** The system of the file, with an outbox that no mail was put into. */
async function withoutMails(): Promise<TestSystem> {
  await rm(shared.outbox, { recursive: true, force: true });
  return shared;
}

/** Fetches under a Host of one's choice, as a browser does that was led here by a foreign name. */
const get = (system: TestSystem, path: string, host = `localhost:${system.gateway.port}`): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: system.gateway.port, path, headers: { host } };
    request(options, (answer) => void text(answer).then((body) => resolve([answer.statusCode ?? 0, body]), reject))
      .on("error", reject)
      .end();
  });

/** A mail with the same text as plain text and as HTML, which is given apart. */
const designed = (html: string, plain = "the plain text"): string =>
  [
    "To: anna@satchel.example",
    "Subject: Designed",
    "Date: Thu, 01 Jan 2026 10:00:00 +0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    plain,
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
    "--b--",
  ].join("\r\n");

const mail = (subject: string, body: string, to = "anna@satchel.example"): string =>
  `From: no-reply@satchel.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n` +
  `Date: Thu, 01 Jan 2026 10:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;

async function put(system: TestSystem, name: string, content: string, minute: number): Promise<void> {
  await mkdir(system.outbox, { recursive: true });
  await writeFile(join(system.outbox, name), content);
  await utimes(join(system.outbox, name), minute * 60, minute * 60);
}

test("the newest mail comes first, and each shows its text", async () => {
  const system = await withoutMails();
  expect(await get(system, "/outbox")).toEqual([200, expect.stringContaining("No mail yet.")]);
  await put(system, "old.eml", mail("First", "Your code is 111111"), 1);
  await put(system, "new.eml", mail("Second", "Your code is 222222"), 2);

  const [status, list] = await get(system, "/outbox");

  expect(status).toBe(200);
  expect(list.indexOf("Second")).toBeLessThan(list.indexOf("First"));
  expect(list).toContain("anna@satchel.example");
  expect(list).toContain("2026-01-01 10:00 UTC");
  expect((await get(system, "/outbox/old.eml"))[1]).toContain('<pre dir="auto">Your code is 111111');
  expect((await get(system, "/outbox/style.css"))[0]).toBe(200);
});

test("what a mail holds is text, never markup", async () => {
  const system = await withoutMails();
  await put(
    system,
    "x.eml",
    mail("<script>alert(1)</script>", "<img src=x onerror='alert(2)'>&", '"<b>" <a@b.example>'),
    1,
  );

  for (const path of ["/outbox", "/outbox/x.eml"]) {
    const [, page] = await get(system, path);
    expect(page).not.toMatch(/<(img|b)\b(?!>Satchel<)/);
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/outbox/script.js">']);
    expect(page).toContain("&lt;script&gt;");
  }
});

test("given a mail with links, then those to this server can be followed, and all others are text", async () => {
  const system = await withoutMails();
  const own = "http://localhost:3000";
  const others = [
    "http://localhost:3000.evil.example/",
    "http://localhost:3000@evil.example/",
    "http://localhost:30001/",
    "https://localhost:3000/",
    "https://evil.example/?to=http://localhost:3000/x",
    "javascript:alert(1)//http://localhost:3000/",
    "data:text/html,http://localhost:3000/",
  ];
  const links = [`${own}/confirm-address#token=a.b-c_d`, `${own}/"onclick="alert(1)`, `${own}/x'><b>`, `${own}/`];
  await put(system, "x.eml", mail("Links", `${[...links, ...others].join("\r\n")}\r\nSee ${own}/end.`), 1);

  const [, page] = await get(system, "/outbox/x.eml");

  const text = /<pre dir="auto">([^]*)<\/pre>/.exec(page)?.[1] ?? "";
  const followed = [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag !== "</a>");
  const link = (path: string): string => `<a href="${own}${path}" rel="noopener noreferrer">`;
  expect(followed).toEqual(["/confirm-address#token=a.b-c_d", "/", "/x", "/", "/end"].map(link));
  expect(text).toContain("/end</a>.");
  for (const other of others) expect(text).toContain(other);
});

test("a mail is read as mail programs read it: encoded words, quoted-printable, the first text of several parts", async () => {
  const system = await withoutMails();
  const lines = [
    "To: =?utf-8?q?J=C3=B6rg?= <joerg@satchel.example>",
    "Subject: =?iso-8859-1?Q?K=FCche?=",
    "Date: Thu, 01 Jan 2026 10:00:00 +0000",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    'Content-Type: multipart/alternative; boundary="c"',
    "",
    "--c",
    "Content-Type: text/html",
    "",
    "<p>markup</p>",
    "--c",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gr=C3=BC=\r\n=C3=9Fe",
    "--c--",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Subject: inner",
    "",
    "the text of another mail",
    "--b--",
  ];
  await put(system, "parts.eml", lines.join("\r\n"), 1);

  const [, page] = await get(system, "/outbox/parts.eml");

  expect(page).toContain('<h1 id="subject"><bdi>K\u00fcche</bdi></h1>');
  expect(page).toContain("To <bdi>J\u00f6rg &lt;joerg@satchel.example&gt;</bdi>");
  expect(page).toContain('<pre dir="auto">Gr\u00fc\u00dfe</pre>');
  expect(page).not.toContain("another mail");
  expect((await get(system, "/outbox/parts.eml/html"))[1]).toContain("<p>markup</p>");
});

test("given a mail with HTML, then the page frames it without rights, and its address has a policy of its own", async () => {
  const system = await withoutMails();
  await put(system, "x.eml", designed("<p>Hello <b>Anna</b></p><script>alert(1)</script>"), 1);

  const page = await fetch(`${system.url}/outbox/x.eml`);
  const frame = await fetch(`${system.url}/outbox/x.eml/html`);

  const [body, inner] = [await page.text(), await frame.text()];
  expect(body).toMatch(
    /<iframe src="\/outbox\/x\.eml\/html" [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/,
  );
  expect(body).not.toContain("Hello");
  expect(body).toContain('<pre dir="auto">the plain text</pre>');
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(inner).toContain("<p>Hello <b>Anna</b></p>");
  expect(frame.headers.get("content-security-policy")).toBe(
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; " +
      "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
  expect(frame.headers.get("cache-control")).toBe("no-store");
});

test("elements by which a mail's HTML calls other hosts whatever the policy says are not in its frame", async () => {
  const system = await withoutMails();
  const links = [
    "<link rel=preconnect href=//a.example>",
    "<LINK\trel=dns-prefetch>",
    "<link/rel=preconnect>",
    "<link>",
  ];
  await put(system, "x.eml", designed(`<linked>kept</linked>${links.join("")}`), 1);

  const [, frame] = await get(system, "/outbox/x.eml/html");

  expect(frame).not.toMatch(/<link[^a-z]/i);
  expect(frame).toContain("<linked>kept</linked><x-link rel=preconnect");
});

test("given a mail with text alone, then it has no frame, and one with HTML alone has no text", async () => {
  const system = await withoutMails();
  await put(system, "text.eml", mail("Text", "hello"), 1);
  await put(system, "html.eml", "Subject: HTML\r\nContent-Type: text/html\r\n\r\n<p>hello</p>", 2);

  expect((await get(system, "/outbox/text.eml"))[1]).not.toContain("<iframe");
  expect((await get(system, "/outbox/text.eml/html"))[0]).toBe(404);
  const [, page] = await get(system, "/outbox/html.eml");
  expect(page).toContain("<iframe");
  expect(page).not.toContain("<pre");
});

test("a code that stands alone in a line can be copied, and other digits can't", async () => {
  const system = await withoutMails();
  await put(system, "code.eml", mail("Code", "Type this:\r\n\r\n    402913\r\n"), 1);
  await put(system, "other.eml", mail("Other", "402914 is a number\r\n1234567\r\n12345"), 2);

  const [, list] = await get(system, "/outbox");

  expect([...list.matchAll(/data-code="(\d+)"/g)].map(([, code]) => code)).toEqual(["402913"]);
});

test("the page is written in the language that the browser asks for", async () => {
  const system = await withoutMails();
  const headers = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

  const page = await (await fetch(`${system.url}/outbox`, { headers })).text();

  expect(page).toContain('<html lang="de">');
  expect(page).toContain("Noch keine Mail.");
});

test("given the built page is there, then the outbox uses its fonts", async () => {
  const root = await tempDir();
  await mkdir(join(root, "assets"));
  await writeFile(join(root, "assets/inter-latin-wght-normal-AB_c-1.woff2"), "");
  await writeFile(join(root, "index.html"), "");
  const system = await startTestSystem({ services: false, env: { WEB_ROOT: root } });

  const [, style] = await get(system, "/outbox/style.css");

  expect(style).toContain('src: url("/assets/inter-latin-wght-normal-AB_c-1.woff2")');
  expect(style).not.toContain("/assets/fraunces");
});

test("a mail that a stranger made to be deep is not read, and the others are shown", async () => {
  const system = await withoutMails();
  const deep = Array.from(
    { length: 500 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  );
  await put(system, "deep.eml", deep.join(""), 1);
  await put(system, "good.eml", mail("Good", "hello"), 2);

  const [status, list] = await get(system, "/outbox");

  expect(status).toBe(200);
  expect(list).toContain("Good");
  expect((await get(system, "/outbox/deep.eml"))[1]).toContain("too complex to be shown");
});

test("nothing outside of the folder, and nothing but mails, is shown", async () => {
  const system = await withoutMails();
  await put(system, "notes.txt", "secret", 1);
  await put(system, "../outside.eml", mail("Outside", "secret"), 1);

  for (const path of [
    "/outbox/notes.txt",
    "/outbox/..%2foutside.eml",
    "/outbox/%2e%2e/outside.eml",
    "/outbox/none.eml",
    "/outbox/..%2foutside.eml/html",
    "/outbox/none.eml/html",
  ]) {
    const [status, body] = await get(system, path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toContain("secret");
  }
});

test("a foreign name that points to this machine sees nothing", async () => {
  const system = await withoutMails();
  const { port } = system.gateway;

  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "localhost"]) {
    expect([host, (await get(system, "/outbox", host))[0]]).toEqual([host, 200]);
  }
  for (const host of [
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    "127.0.0.1.evil.example",
    "localhost:1@evil",
  ]) {
    expect([host, (await get(system, "/outbox", host))[0]]).toEqual([host, 404]);
  }
});

test("given mail is really sent, or no folder is kept, then there is no outbox", async () => {
  for (const env of [{ SMTP_URL: "smtp://127.0.0.1:1" }, { OUTBOX_DIR: "" }]) {
    const system = await startTestSystem({ services: false, env });
    expect((await get(system, "/outbox"))[0]).toBe(404);
    expect(JSON.parse((await get(system, "/api/config"))[1])).toMatchObject({ outbox: false });
  }
});

test("given the page is called by a public name, as behind a proxy on this machine, then nobody sees the mails", async () => {
  const system = await startTestSystem({ services: false, env: { PUBLIC_URL: "https://satchel.example" } });
  await put(system, "code.eml", mail("Code", "Your code is 111111"), 1);

  for (const path of ["/outbox", "/outbox/code.eml", "/outbox/code.eml/html"])
    expect((await get(system, path))[0]).toBe(404);
});
