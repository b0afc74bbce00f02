import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Article, Capture, Link, LinkCopies, LinkDetail } from "@satchel/contracts";
import { attached, epubOf, html, multipart, plain, PNG, zipOf } from "@satchel/mail-ingest/test/attached-files.ts";
import { mailNamed, mailNames } from "@satchel/mail-ingest/test/mails.ts";
import { mutate, seededNumbers } from "@satchel/mail-ingest/test/mutations.ts";
import { sendRaw } from "@satchel/mail-ingest/test/smtp-client.ts";
import { atEnd, eventually, onePagePdf, pdfLines } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, type Instance, signIn, startInstance } from "../test/instance.ts";
import { filesWith } from "../test/traces.ts";

const SAVE = "save@localhost";
let instance: Instance;
/** A web site that would notice any request: the instance may fetch from it. */
let site: string;
const asked: string[] = [];
let users = 0;
let mails = 0;

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "text/html" }).end("<title>The page</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = `http://${host}`;
  instance = await startInstance({ FETCH_ALLOW: host });
});

interface Owner {
  readonly client: Client;
  readonly email: string;
}

const newOwner = async (keeps = true): Promise<Owner> => {
  const email = `files-${++users}@example.com`;
  const client = await signIn(instance, email);
  if (keeps) await client.json("PATCH", "/api/users/me/mail", { keeps_attachments: true });
  return { client, email };
};

const mailOf = (from: string, subject: string, lines: readonly string[], id = `${++mails}`): string =>
  [
    `From: ${from}`,
    `To: ${SAVE}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@files.example>`,
    "MIME-Version: 1.0",
    ...lines,
  ].join("\r\n");
const send = ({ email }: Owner, subject: string, lines: readonly string[], to = SAVE): Promise<string> =>
  sendRaw(instance.smtpPort, to, mailOf(email, subject, lines), email);
const linksOf = ({ client }: Pick<Owner, "client">, query = ""): Promise<Link[]> =>
  client.json("GET", `/api/links/${query}`);
const newestCapture = async ({ client }: Owner): Promise<Capture | undefined> =>
  (await client.json<Capture[]>("GET", "/api/captures"))[0];

/** An item with its article. */
const read = (owner: Owner, title: string): Promise<{ link: Link; article: Article }> =>
  eventually(async () => {
    const links = await linksOf(owner, "?size=100");
    const link = links.find((one) => one.title === title);
    expect(links.map((one) => one.title)).toContain(title);
    expect(link?.enrichment.state).toBe("done");
    const article = await owner.client.json<Article>("GET", `/api/links/${link?.id}/article`);
    return { link: link as Link, article };
  });

const pdf = (...lines: string[]): Uint8Array =>
  onePagePdf({ content: pdfLines(...lines.map((line, at) => [at === 0 ? 24 : 12, line] as const)) });

describe("given an account that keeps attachments", () => {
  test("when a mail has a link and a PDF, then both are saved with its folder, tags and note, and the PDF is read and found", async () => {
    const owner = await newOwner();
    const mail = multipart(
      "mixed",
      "m",
      plain("note: for the tax", "", `${site}/page`),
      attached("application/pdf", "report.pdf", pdf("Quarterly zebra report", "with words below")),
    );
    expect(await send(owner, "Papers #tax", mail, "save+Office@localhost")).toMatch(/^250 2\.6\.0 2 items/);

    const { link, article } = await read(owner, "Quarterly zebra report");
    expect(link).toMatchObject({ saved_by: "mail", tags: ["tax"], site_name: "report.pdf", media_type: "pdf" });
    expect(link.url).toMatch(/^mid:\d+@files\.example\/[0-9a-f]{64}$/);
    expect(article.html).toContain("with words below");
    const all = await linksOf(owner);
    expect(all).toHaveLength(2);
    expect(new Set(all.map(({ folder_id }) => folder_id))).toEqual(new Set([link.folder_id]));
    expect(link.folder_id).not.toBeNull();
    for (const { id } of all) {
      expect((await owner.client.json<LinkDetail>("GET", `/api/links/${id}`)).notes).toBe("for the tax");
    }
    await eventually(async () => expect(await linksOf(owner, "?q=zebra")).toHaveLength(1));
    const { copies } = await owner.client.json<LinkCopies>("GET", `/api/links/${link.id}/copies`);
    expect(copies).toMatchObject([{ source: "mail", type: "application/pdf" }]);
    const original = await fetch(new URL(copies[0]?.open_url ?? "", instance.url));
    expect(original.headers.get("content-type")).toBe("application/pdf");
    expect(await newestCapture(owner)).toMatchObject({
      outcome: "saved",
      saved: [{ url: `${site}/page` }],
      attachments: [{ name: "report.pdf", outcome: "saved", id: link.id, left_out: null }],
    });
  });

  test("when the same file comes with another mail, then it is one item, and the list of captures says that it was kept already", async () => {
    const owner = await newOwner();
    const file = pdf("The same file");
    await send(owner, "First", attached("application/pdf", "a.pdf", file));
    const { link } = await read(owner, "The same file");
    await send(
      owner,
      "Second",
      multipart("mixed", "m", plain("note: again"), attached("application/pdf", "b.pdf", file)),
    );
    await eventually(async () =>
      expect(await newestCapture(owner)).toMatchObject({
        outcome: "duplicate",
        attachments: [{ name: "b.pdf", outcome: "duplicate", id: link.id }],
      }),
    );
    expect(await linksOf(owner)).toHaveLength(1);
    await eventually(async () =>
      expect((await owner.client.json<LinkDetail>("GET", `/api/links/${link.id}`)).notes).toBe("again"),
    );
  });

  test("when texts, pictures and books come, then each has a reading view, and a book its cover and its original", async () => {
    const owner = await newOwner();
    const book = epubOf("The Tidal Book", {
      "1.xhtml": `<h1>Chapter one</h1><a id="x"/><p>The walrus waits.</p><img src="cover.png"/><script>alert(1)</script><img src="${site}/p.png"/>`,
      "2.xhtml": "<p>And leaves again.</p>",
    });
    const mail = multipart(
      "mixed",
      "m",
      plain(""),
      attached("application/epub+zip", "book.epub", book),
      attached(
        "application/epub+zip",
        "comic.epub",
        epubOf("The Tidal Comic", { "1.xhtml": '<svg:image xlink:href="cover.png"/>' }),
      ),
      attached("text/plain", "poem.txt", "Roses are <red>\nand so on\n\nEnd"),
      attached("text/markdown", "plan.md", "# The plan\n\nFirst this, then octopus."),
      attached("image/png", "photo.png", PNG),
    );
    expect(await send(owner, "Many things", mail)).toMatch(/^250 /);

    const { link, article } = await read(owner, "The Tidal Book");
    expect(link).toMatchObject({ media_type: "book", preview_image_url: expect.any(String) });
    expect(article).toMatchObject({ kind: "document", title: "The Tidal Book", byline: "Ann Author", language: "en" });
    expect(article.text).toBe("Chapter one\n\nThe walrus waits.\n\nAnd leaves again.");
    expect(article.html).toMatch(/<img[^>]*src="\/api\/links\/[^"]*\.png"/);
    expect(article.html).not.toMatch(/script|127\.0\.0\.1/);
    const original = await fetch(new URL(article.open_url, instance.url));
    expect(original.headers.get("content-disposition")).toContain("The%20Tidal%20Book.epub");
    expect(Buffer.from(await original.arrayBuffer()).equals(book)).toBe(true);

    expect((await read(owner, "poem")).article.html).toMatch(
      /<p>Roses are &lt;red&gt;<br>\s*and so on<\/p>\s*<p>End<\/p>/,
    );
    expect((await read(owner, "The plan")).article.text).toBe("The plan\n\nFirst this, then octopus.");
    for (const title of ["photo", "The Tidal Comic"]) {
      const [, shown = ""] = /src="([^"]+)"/.exec((await read(owner, title)).article.html) ?? [];
      const bytes = Buffer.from(await (await owner.client.call("GET", shown)).arrayBuffer());
      expect([title, bytes.equals(PNG)]).toEqual([title, true]);
    }
    for (const word of ["walrus", "octopus"]) {
      await eventually(async () => expect(await linksOf(owner, `?q=${word}`)).toHaveLength(1));
    }
    expect(asked.filter((line) => line.includes("p.png"))).toEqual([]);
  });

  test("when a newsletter is forwarded, in the text or as a file, then it is one item each with its sender, and none of its links is opened", async () => {
    const owner = await newOwner();
    for (const name of ["gmail-forward-newsletter", "outlook-forward-as-attachment"]) {
      const raw = mailNamed(name).toString("latin1").replace("anna@example.org", owner.email);
      expect(await sendRaw(instance.smtpPort, SAVE, raw, owner.email)).toMatch(/^250 /);
    }
    await eventually(async () => {
      const links = await linksOf(owner);
      expect(links).toHaveLength(2);
      for (const link of links) {
        expect(link).toMatchObject({ title: "Issue 88", site_name: "The Map Letter", enrichment: { state: "done" } });
        const { html: text } = await owner.client.json<Article>("GET", `/api/links/${link.id}/article`);
        expect(text).toContain("an atlas of smells");
        expect(text).not.toContain("track.example");
      }
    });
  });

  test("when its sender adds a link above a forwarded newsletter, then both are saved, and the subject is the newsletter's alone", async () => {
    const owner = await newOwner();
    const raw = mailNamed("gmail-forward-newsletter-and-link")
      .toString("latin1")
      .replace("anna@example.org", owner.email);
    expect(await sendRaw(instance.smtpPort, SAVE, raw, owner.email)).toMatch(/^250 /);
    await eventually(async () => {
      const titles = (await linksOf(owner)).map(({ title }) => title);
      expect(titles).toHaveLength(2);
      expect(titles.filter((title) => title === "Issue 88")).toHaveLength(1);
    });
  });

  test("when others ask for its items, its setting or its files, then they get nothing", async () => {
    const [owner, other] = [await newOwner(), await newOwner(false)];
    await send(owner, "Mine", attached("text/plain", "mine.txt", "private words"));
    const { link } = await read(owner, "Mine");
    for (const path of ["", "/article", "/copies"]) {
      expect((await other.client.call("GET", `/api/links/${link.id}${path}`)).status, path).toBe(404);
    }
    expect(await other.client.json("GET", "/api/users/me/mail")).toEqual({ keeps_attachments: false });
    // An item can't be made by its address, nor shared or fetched.
    expect((await other.client.call("POST", "/api/links/", { url: link.url })).ok).toBe(false);
    const source = { kind: "link", link_id: link.id };
    expect((await owner.client.call("POST", "/api/users/me/shares", { source })).status).toBe(404);
    for (const path of ["refresh", "copies"]) {
      expect((await owner.client.call("POST", `/api/links/${link.id}/${path}`)).status).toBe(400);
    }
  });
});

describe("given an account that keeps none", () => {
  test("when a mail has nothing but files, then it is refused with a sentence that says how to keep them, and sent again after that it is kept", async () => {
    const owner = await newOwner(false);
    const raw = mailOf(owner.email, "Files", attached("application/pdf", "a.pdf", pdf("Later kept")));
    const answer = await sendRaw(instance.smtpPort, SAVE, raw, owner.email);
    expect(answer).toMatch(/^550 5\.6\.0 .*Keep attachments of mails/);
    await eventually(async () =>
      expect(await newestCapture(owner)).toMatchObject({
        outcome: "refused",
        refusal: { reason: "attachments-off" },
        attachments: [{ name: "a.pdf", outcome: "left-out", left_out: { reason: "off" } }],
      }),
    );
    await owner.client.json("PATCH", "/api/users/me/mail", { keeps_attachments: true });
    expect(await sendRaw(instance.smtpPort, SAVE, raw, owner.email)).toMatch(/^250 /);
    await read(owner, "Later kept");
  });

  test("when a mail has a link too, then the link is saved as ever", async () => {
    const owner = await newOwner(false);
    await send(
      owner,
      "Both",
      multipart("mixed", "m", plain(`${site}/b`), attached("application/pdf", "a.pdf", pdf("x"))),
    );
    await eventually(async () =>
      expect(await newestCapture(owner)).toMatchObject({
        outcome: "saved",
        attachments: [{ outcome: "left-out", left_out: { reason: "off" } }],
      }),
    );
    // The tables of captures and of links follow the journal each by itself.
    await eventually(async () => expect(await linksOf(owner)).toHaveLength(1));
  });

  test("when it has no link and no file that could be kept, then it is refused as ever", async () => {
    const owner = await newOwner(false);
    expect(await send(owner, "None", plain("words"))).toMatch(/^550 5\.6\.0 This mail has no web link in it, so/);
    expect(await send(owner, "None", attached("application/msword", "a.doc", "\xd0\xcf"))).toMatch(
      /no web link in it, so/,
    );
  });
});

inProof(
  "given hostile files of every kind, when they come, then each mail is answered, nothing active is shown, and nobody is asked",
  async () => {
    const owner = await newOwner();
    const before = asked.length;
    const bomb = Buffer.alloc(60_000_000);
    const huge = Buffer.from(PNG);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const files: (readonly [string, string, Uint8Array | string])[] = [
      ["application/epub+zip", "bomb.epub", epubOf("Bomb", { "1.xhtml": "<p>x</p>" }, [["OEBPS/big.css", bomb]])],
      [
        "application/epub+zip",
        "bomb2.epub",
        zipOf([
          ["mimetype", "application/epub+zip"],
          ["META-INF/container.xml", bomb],
        ]),
      ],
      ["application/epub+zip", "deep.epub", epubOf("Deep", { "1.xhtml": "<div>".repeat(200_000) })],
      ["application/epub+zip", "tables.epub", epubOf("Tables", { "1.xhtml": "<table><tr><td>x".repeat(20_000) })],
      [
        "application/epub+zip",
        "active.epub",
        epubOf("Active", {
          "../../1.xhtml": "<p>x</p>",
          "2.xhtml": `<p onclick="alert(1)">Words</p><iframe src="${site}/f"/><object data="${site}/o"/><a href="javascript:alert(1)">a</a><style>@import "${site}/s"</style>`,
        }),
      ],
      ["application/pdf", "broken.pdf", "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"],
      ["application/pdf", "nothing.pdf", "%PDF-"],
      ["application/pdf", "lie.pdf", PNG],
      ["image/png", "lie.png", "GIF89a<script>alert(1)</script>"],
      ["image/png", "huge.png", huge],
      [
        "image/svg+xml",
        "run.svg",
        `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="${site}/i"/></svg>`,
      ],
      ["text/plain", "page.txt", `<script src="${site}/x.js"></script><img src=x onerror=alert(1)>`],
      [
        "text/markdown",
        "run.md",
        `# <img src="${site}/m" onerror="alert(1)">\n\n[a](javascript:alert(1)) ![p](${site}/p)`,
      ],
      ["text/plain", "../../../etc/passwd.txt", "root"],
      ["application/octet-stream", "gpj\u202etxt.exe", "MZ"],
    ];
    const examples = mailNames().map(mailNamed);
    const random = seededNumbers(20_261_127);
    const within = (depth: number): string[] =>
      depth === 0
        ? ["From: a@b.example", "Subject: core", "", "core"]
        : [
            "From: a@b.example",
            `Subject: level ${depth}`,
            ...multipart("mixed", `b${depth}`, plain("x"), ["Content-Type: message/rfc822", "", ...within(depth - 1)]),
          ];
    const raws = [
      ...files.map(([type, name, content]) =>
        mailOf(
          owner.email,
          `H ${name}`,
          attached(type, `=?utf-8?b?${Buffer.from(name).toString("base64")}?=`, content),
        ),
      ),
      ...[5, 14, 60].map((depth) =>
        mailOf(owner.email, "Deep", multipart("mixed", "m", ["Content-Type: message/rfc822", "", ...within(depth)])),
      ),
      ...Array.from({ length: 40 }, (_, n) => {
        const mail = mutate(examples[n % examples.length] ?? Buffer.alloc(0), examples, random).toString("latin1");
        return mail
          .replaceAll("anna@example.org", owner.email)
          .replaceAll(/\r\n|\r|\n/g, "\r\n")
          .replaceAll(/^\./gm, "..")
          .slice(0, 200_000);
      }),
      mailOf(
        owner.email,
        "Html",
        multipart("mixed", "m", html("<p>x</p>"), attached("text/plain", "last.txt", "the last one")),
      ),
    ];
    for (const raw of raws)
      expect(await sendRaw(instance.smtpPort, SAVE, raw, owner.email)).toMatch(/^(?:250|451|5\d\d) /);

    await read(owner, "Html");
    const links = await eventually(async () => {
      const found = (await linksOf(owner, "?size=100")).filter(({ url }) => url.startsWith("mid:"));
      expect(found.filter(({ enrichment }) => enrichment.state !== "done")).toEqual([]);
      for (const { id, title } of found) {
        const { copies, reason } = await owner.client.json<LinkCopies>("GET", `/api/links/${id}/copies`);
        expect(copies.length > 0 || reason !== null, String(title)).toBe(true);
      }
      return found;
    });
    expect(links.length).toBeGreaterThan(10);
    for (const { id } of links) {
      const answer = await owner.client.call("GET", `/api/links/${id}/article`);
      const { html: shown = "" } = answer.ok ? ((await answer.json()) as Article) : {};
      expect(shown).not.toMatch(
        /<(?:script|iframe|form|style|link|base|object|svg)|<[a-z][^>]*\s(?:on\w+\s*=|href="javascript:|src="(?:http|\/\/))/i,
      );
    }
    expect(asked.slice(before).filter((line) => /\/(?:f|o|s|i|x\.js|m|p)$/.test(line))).toEqual([]);
  },
);

test("given an account with files, then its export has its setting and mails, and after its erasure nothing of them is left", async () => {
  const owner = await newOwner();
  await send(owner, "Erased", attached("text/plain", "Zwiebelturm.txt", "Gurkensalat im Zwiebelturm"));
  await read(owner, "Erased");
  const all = await owner.client.json<Record<string, unknown>>("GET", "/api/users/me/export");
  expect(all).toMatchObject({
    mail: { keeps_attachments: true },
    captures: [{ attachments: [{ name: "Zwiebelturm.txt" }] }],
  });
  const texts = ["Zwiebelturm"];
  expect(await filesWith(instance.dataDir, texts)).not.toEqual([]);
  await owner.client.json("DELETE", "/api/users/me");
  await eventually(async () => expect(await filesWith(instance.dataDir, texts, "postgres")).toEqual([]));
});
