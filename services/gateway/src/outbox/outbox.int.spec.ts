import { mkdir, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startTestSystem, type TestSystem } from "../../test/gateway.ts";

/** Fetches under a Host of one's choice, as a browser does that was led here by a foreign name. */
const get = (system: TestSystem, path: string, host = `localhost:${system.gateway.port}`): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: system.gateway.port, path, headers: { host } };
    request(options, (answer) => void text(answer).then((body) => resolve([answer.statusCode ?? 0, body]), reject))
      .on("error", reject)
      .end();
  });

const mail = (subject: string, body: string, to = "anna@satchel.example"): string =>
  `From: no-reply@satchel.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n` +
  `Date: Thu, 01 Jan 2026 10:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;

async function put(system: TestSystem, name: string, content: string, minute: number): Promise<void> {
  await mkdir(system.outbox, { recursive: true });
  await writeFile(join(system.outbox, name), content);
  await utimes(join(system.outbox, name), minute * 60, minute * 60);
}

test("the newest mail comes first, and each shows its text", async () => {
  const system = await startTestSystem({ services: false });
  expect(await get(system, "/outbox")).toEqual([200, expect.stringContaining("No mail yet.")]);
  await put(system, "old.eml", mail("First", "Your code is 111111"), 1);
  await put(system, "new.eml", mail("Second", "Your code is 222222"), 2);

  const [status, list] = await get(system, "/outbox");

  expect(status).toBe(200);
  expect(list.indexOf("Second")).toBeLessThan(list.indexOf("First"));
  expect(list).toContain("anna@satchel.example");
  expect(list).toContain("2026-01-01 10:00 UTC");
  expect((await get(system, "/outbox/old.eml"))[1]).toContain("<pre>Your code is 111111");
  expect((await get(system, "/outbox/style.css"))[0]).toBe(200);
});

test("what a mail holds is text, never markup", async () => {
  const system = await startTestSystem({ services: false });
  await put(
    system,
    "x.eml",
    mail("<script>alert(1)</script>", "<img src=x onerror='alert(2)'>&", '"<b>" <a@b.example>'),
    1,
  );

  for (const path of ["/outbox", "/outbox/x.eml"]) {
    const [, page] = await get(system, path);
    expect(page).not.toMatch(/<(script|img|b)\b/);
    expect(page).toContain("&lt;script&gt;");
  }
});

test("given a mail with links, then those to this server can be followed, and all others are text", async () => {
  const system = await startTestSystem({ services: false, env: { PUBLIC_URL: "http://localhost:3000" } });
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

  const text = /<pre>([^]*)<\/pre>/.exec(page)?.[1] ?? "";
  const followed = [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag !== "</a>");
  const link = (path: string): string => `<a href="${own}${path}" rel="noopener noreferrer">`;
  expect(followed).toEqual(["/confirm-address#token=a.b-c_d", "/", "/x", "/", "/end"].map(link));
  expect(text).toContain("/end</a>.");
  for (const other of others) expect(text).toContain(other);
});

test("a mail is read as mail programs read it: encoded words, quoted-printable, the first text of several parts", async () => {
  const system = await startTestSystem({ services: false });
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

  expect(page).toContain("<h1>K\u00fcche</h1>");
  expect(page).toContain("To J\u00f6rg &lt;joerg@satchel.example&gt;");
  expect(page).toContain("<pre>Gr\u00fc\u00dfe</pre>");
  expect(page).not.toContain("another mail");
});

test("a mail that a stranger made to be deep is not read, and the others are shown", async () => {
  const system = await startTestSystem({ services: false });
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
  const system = await startTestSystem({ services: false });
  await put(system, "notes.txt", "secret", 1);
  await put(system, "../outside.eml", mail("Outside", "secret"), 1);

  for (const path of [
    "/outbox/notes.txt",
    "/outbox/..%2foutside.eml",
    "/outbox/%2e%2e/outside.eml",
    "/outbox/none.eml",
  ]) {
    const [status, body] = await get(system, path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toContain("secret");
  }
});

test("a foreign name that points to this machine sees nothing", async () => {
  const system = await startTestSystem({ services: false });
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

  for (const path of ["/outbox", "/outbox/code.eml"]) expect((await get(system, path))[0]).toBe(404);
});
