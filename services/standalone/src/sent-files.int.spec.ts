import {
  type Article,
  COPY_BYTES,
  FILES_PER_MINUTE,
  type Folder,
  type Link,
  type LinkCopies,
} from "@satchel/contracts";
import { epubOf, PNG } from "@satchel/mail-ingest/test/attached-files.ts";
import { eventually, onePagePdf, pdfLines } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Client, signIn } from "../test/instance.ts";
import { sharedInstance, type SharedInstance } from "../test/shared-instance.ts";
import { filesWith } from "../test/traces.ts";

let instance: SharedInstance;
let users = 0;

beforeAll(async () => {
  instance = await sharedInstance();
});

const newOwner = (): Promise<Client> => signIn(instance, `sent-files-${++users}@example.com`);
const linksOf = (client: Client, query = ""): Promise<Link[]> => client.json("GET", `/api/links/${query}`);
const pdf = (text: string): Uint8Array => onePagePdf({ content: pdfLines([24, text]) });

const keep = async (client: Client, name: string, content: string | Uint8Array, folder?: number): Promise<Link> => {
  const answer = await client.sendFile(name, content, folder);
  expect(answer.status, name).toBe(201);
  return (await answer.json()) as Link;
};
const articleOf = (client: Client, { id }: Link): Promise<Article> =>
  eventually(() => client.json<Article>("GET", `/api/links/${id}/article`));

describe("given a file that its owner sends", () => {
  test("when it is a PDF, then it is an item in the folder at once, which is read and found, with the PDF as its copy", async () => {
    const owner = await newOwner();
    const folder = await owner.json<Folder>("POST", "/api/folders/", { name: "Office", parent_folder_id: null });
    const content = pdf("Quarterly narwhal report");
    const link = await keep(owner, "C:\\scans\\report.pdf", content, folder.id);
    expect(link).toMatchObject({ title: "report", saved_by: "page", folder_id: folder.id });
    expect(link.url).toMatch(/^mid:[0-9a-f-]{36}@[^/]+\/[0-9a-f]{64}$/);
    expect(await linksOf(owner)).toMatchObject([{ id: link.id }]);

    expect((await articleOf(owner, link)).html).toContain("Quarterly narwhal report");
    await eventually(async () =>
      expect(await linksOf(owner, "?q=narwhal")).toMatchObject([
        { id: link.id, title: "Quarterly narwhal report", site_name: "report.pdf", media_type: "pdf" },
      ]),
    );
    const { copies } = await owner.json<LinkCopies>("GET", `/api/links/${link.id}/copies`);
    expect(copies).toMatchObject([{ source: "upload", type: "application/pdf" }]);
    const original = await fetch(new URL(copies[0]?.open_url ?? "", instance.url));
    expect(Buffer.from(await original.arrayBuffer()).equals(content)).toBe(true);
    // No script, form or request of the PDF's is allowed; a sandbox would stop the browser's viewer.
    const { headers } = original;
    expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      "application/pdf",
      "nosniff",
    ]);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
  });

  test("when it is a book, a text, a picture or a mail, then each has a reading view", async () => {
    const owner = await newOwner();
    const mail =
      "From: Bo <bo@friend.example>\r\nMessage-ID: <m1@friend.example>\r\nSubject: News\r\n\r\nThe marmot sleeps.";
    const sent = [
      await keep(owner, "book.epub", epubOf("The Tidal Book", { "1.xhtml": "<p>The walrus waits.</p>" })),
      await keep(owner, `${"a long name ".repeat(60)}.md`, "# The plan\n\nFirst octopus."),
      await keep(owner, "photo.png", PNG),
      await keep(owner, "letter.eml", mail),
    ];
    const texts = [];
    for (const link of sent) texts.push((await articleOf(owner, link)).text.replaceAll(/\s+/g, " "));
    expect(texts).toEqual(["The walrus waits.", "The plan First octopus.", "", "The marmot sleeps."]);
    await eventually(async () => {
      const links = await linksOf(owner);
      expect(links.map(({ title }) => title)).toEqual(["News", "photo", "The plan", "The Tidal Book"]);
      expect(links[0]).toMatchObject({ url: "mid:m1@friend.example", site_name: "Bo" });
      expect(links.filter(({ preview_image_url: url }) => url !== null)).toHaveLength(2);
    });
  });

  test("when it is sent again, also after its deletion, then it is the same item, which moves to the top", async () => {
    const owner = await newOwner();
    const first = await keep(owner, "a.txt", "the same words");
    await keep(owner, "b.txt", "other words");
    const again = await owner.sendFile("c.txt", "the same words");
    expect([again.status, ((await again.json()) as Link).id]).toEqual([200, first.id]);
    expect((await linksOf(owner)).map(({ id }) => id)[0]).toBe(first.id);

    await articleOf(owner, first);
    await owner.json("DELETE", `/api/links/${first.id}`);
    expect(await linksOf(owner)).toHaveLength(1);
    expect((await owner.sendFile("a.txt", "the same words")).ok).toBe(true);
    expect((await linksOf(owner)).map(({ id }) => id)[0]).toBe(first.id);
    expect((await articleOf(owner, first)).text).toBe("the same words");
  });

  test.each([
    ["of another kind", "letter.docx", "PK\u0003\u0004 words", 400, "Files of this kind are not kept."],
    [
      "a drawing, which is a program",
      "run.svg",
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      400,
      "Files of this kind",
    ],
    ["a page", "page.html", "<p>words</p>", 400, "Files of this kind are not kept."],
    ["no mail", "letter.eml", "no header\r\n\r\nwords", 400, "This file can't be read."],
    ["a text without words", "empty.txt", " \n ", 400, "This file can't be read."],
    ["empty", "nothing.pdf", "", 400, "The file is empty"],
    ["too large", "large.pdf", Buffer.alloc(COPY_BYTES + 1, "%PDF-"), 413, "The file is too large; at most 15 MB"],
  ])("when it is %s, then it is refused and nothing is there", async (_, name, content, status, detail) => {
    const owner = await newOwner();
    const answer = await owner.sendFile(name, content);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(detail)]);
    expect(await linksOf(owner)).toEqual([]);
  });

  test("when very many are sent within a minute, then the others have to wait", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const statuses = new Set<number>();
    for (let n = 0; n < 3 * FILES_PER_MINUTE && !statuses.has(429); n++) {
      const { status, headers } = await owner.sendFile("nothing.txt", "");
      statuses.add(status);
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
    expect([...statuses]).toEqual([400, 429]);
    expect((await other.sendFile("a.txt", "words")).status).toBe(201);
  });

  test("when others ask for it, or send one into its folder, then they are told that there is none", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const folder = await owner.json<Folder>("POST", "/api/folders/", { name: "Mine", parent_folder_id: null });
    const link = await keep(owner, "mine.txt", "private words", folder.id);
    for (const path of ["", "/article", "/copies"]) {
      expect((await other.call("GET", `/api/links/${link.id}${path}`)).status, path).toBe(404);
    }
    expect((await other.sendFile("theirs.txt", "words", folder.id)).status).toBe(404);
    // The same file of another account is another item.
    expect((await keep(other, "mine.txt", "private words")).id).not.toBe(link.id);
  });

  test("when a program sends it, then its token must be one that adds, everywhere", async () => {
    const owner = await newOwner();
    const folder = await owner.json<Folder>("POST", "/api/folders/", { name: "One", parent_folder_id: null });
    const program = async (scopes: readonly string[], folder_id?: number): Promise<Client> => {
      const asked = { name: "a program", scopes, folder_id };
      return new Client(
        instance.url,
        (await owner.json<{ token: string }>("POST", "/api/users/me/tokens", asked)).token,
      );
    };
    expect((await (await program(["read"])).sendFile("a.txt", "words")).status).toBe(403);
    const limited = await program(["read", "add"], folder.id);
    expect((await limited.sendFile("a.txt", "words", folder.id)).status).toBe(403);
    expect((await new Client(instance.url, "none").sendFile("a.txt", "words")).status).toBe(401);
    const link = await keep(await program(["add"]), "a.txt", "words");
    expect(link).toMatchObject({ saved_by: "token" });
  });

  test("when the account is erased, then nothing of the file is left", async () => {
    const owner = await newOwner();
    await articleOf(owner, await keep(owner, "Zwetschgenturm.txt", "Pflaumenmus im Zwetschgenturm"));
    expect(await filesWith(instance.dataDir, ["Zwetschgenturm"])).not.toEqual([]);
    await owner.json("DELETE", "/api/users/me");
    await eventually(async () => expect(await filesWith(instance.dataDir, ["Zwetschgenturm"], "postgres")).toEqual([]));
  });
});
