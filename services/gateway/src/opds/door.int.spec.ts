import { type Folder, OPDS_PAGE_SIZE } from "@satchel/contracts";
import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { filesOf, type Reader, readersOf, titlesOf } from "../../test/readers.ts";
import { inProof } from "@satchel/testing/in-proof";

const system = await startTestSystem();
const someone = readersOf(system, "opds");
const basic = (password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`anyone:${password}`).toString("base64")}`,
});

interface Link {
  readonly "@rel": string;
  readonly "@href": string;
  readonly "@type": string;
}
interface Entry {
  readonly title: string;
  readonly id: string;
  readonly link: readonly Link[];
}
interface Feed {
  readonly title: string;
  readonly link: readonly Link[];
  readonly entry: readonly Entry[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  isArray: (name) => name === "entry" || name === "link",
});

/** An e-reader, which sends the same headers with each call and follows addresses. */
function readerWith(headers: Record<string, string>) {
  // Addresses are of the installation's origin; the test's server has another port.
  const ask = (address: string): Promise<Response> => {
    const { pathname, search } = new URL(address, system.url);
    return fetch(system.url + pathname + search, { headers });
  };
  const read = async (address: string): Promise<Feed> => {
    const answer = await ask(address);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, text]);
    expect(answer.headers.get("content-type")).toMatch(
      /^application\/atom\+xml;profile=opds-catalog;kind=(navigation|acquisition)/,
    );
    expect(XMLValidator.validate(text)).toBe(true);
    const { feed } = parser.parse(text) as { feed: Feed };
    return { ...feed, entry: feed.entry ?? [] };
  };
  /** Goes where an entry leads. */
  const enter = async (feed: Feed, title: string): Promise<Feed> => read(linkOf(entryOf(feed, title), "subsection"));
  return { ask, read, enter };
}
const entryOf = ({ entry }: Feed, title: string): Entry => {
  const found = entry.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no entry ${title} among ${entry.map((one) => one.title).join(", ")}`);
  return found;
};
const linkOf = ({ link }: Pick<Entry, "link">, rel: string): string =>
  link.find((one) => one["@rel"] === rel)?.["@href"] ?? "";
const ACQUIRE = "http://opds-spec.org/acquisition";
const namesOf = ({ entry }: Feed): string[] => entry.map(({ title }) => title);

async function opened(owner: Reader): Promise<ReturnType<typeof readerWith>> {
  return readerWith(basic((await owner.newToken(["read"])).token));
}

test("given an e-reader with a token as its password, then it finds its lists, folders and tags, and downloads books", async () => {
  const owner = await someone();
  const folder = (await (await owner.call("POST", "/api/folders/", { name: "Kitchen & cellar" })).json()) as Folder;
  await owner.call("POST", "/api/folders/", { name: "Baking", search: "tag:flour" });
  await owner.keep("Bread", { folder_id: folder.id, tags: ["flour", 'a "b"'] });
  await owner.keep("Soup");
  await owner.save("Nothing kept");
  const { read, enter, ask } = await opened(owner);

  const root = await read("/opds");
  expect(namesOf(root)).toEqual(["Unread", "Unread of this week", "Newest", "Favorites", "Folders", "Tags"]);
  expect(namesOf(await enter(root, "Newest"))).toEqual(["All of this list in one book", "Soup", "Bread"]);
  expect(namesOf(await enter(root, "Unread of this week"))).toEqual(["All of this list in one book", "Soup", "Bread"]);
  expect(namesOf(await enter(root, "Favorites"))).toEqual([]);
  const folders = await enter(root, "Folders");
  const kitchen = await enter(folders, "Kitchen & cellar");
  expect([kitchen.title, ...namesOf(kitchen)]).toEqual(["Kitchen & cellar", "Bread"]);
  expect(namesOf(await enter(folders, "Baking"))).toEqual(["Bread"]);
  expect(namesOf(await enter(await enter(root, "Tags"), "flour"))).toEqual(["Bread"]);

  const book = await ask(linkOf(entryOf(kitchen, "Bread"), ACQUIRE));
  expect(book.headers.get("content-type")).toBe("application/epub+zip");
  expect(filesOf(await book.arrayBuffer())["EPUB/package.opf"]).toContain("<dc:title>Bread</dc:title>");
  const named = await fetch(system.url + new URL(linkOf(entryOf(kitchen, "Bread"), ACQUIRE)).pathname, {
    method: "HEAD",
    headers: basic((await owner.newToken(["read"])).token),
  });
  expect(named.headers.get("content-disposition")).toContain('filename="Bread.epub"');
  const newest = await enter(root, "Newest");
  const whole = await ask(linkOf(entryOf(newest, "All of this list in one book"), ACQUIRE));
  expect(await titlesOf(whole)).toEqual(["Soup", "Bread"]);

  const description = await (await ask(linkOf(root, "search"))).text();
  const { OpenSearchDescription: search } = parser.parse(description) as {
    OpenSearchDescription: { Url: { "@template": string } };
  };
  expect(namesOf(await read(search.Url["@template"].replace("{searchTerms}", "bread")))).toEqual(["Bread"]);
});

test("given a token in the address, then the catalogue and its books need nothing else", async () => {
  const owner = await someone();
  await owner.keep("One");
  const { token } = await owner.newToken(["read"]);
  const { read, enter, ask } = readerWith({});
  const list = await enter(await read(`/opds/token/${token}`), "Newest");
  expect(linkOf(list, "start")).toContain(`/opds/token/${token}`);
  expect((await ask(linkOf(entryOf(list, "One"), ACQUIRE))).status).toBe(200);
  const wide = await owner.newToken(["read", "change"]);
  const refused = await ask(`/opds/token/${wide.token}`);
  expect([refused.status, await refused.text()]).toEqual([
    403,
    "A token in an address may only read. Please make one with that permission alone.\n",
  ]);
});

inProof("given more books than a page has, then each page leads to the next, and each book is on one", async () => {
  const owner = await someone();
  const many = OPDS_PAGE_SIZE + 3;
  for (let at = 0; at < many; at++) await owner.keep(`Book ${at}`);
  const { read } = await opened(owner);
  const first = await read("/opds/list");
  const second = await read(linkOf(first, "next"));
  const names = [...namesOf(first).slice(1), ...namesOf(second)];
  expect([names.length, new Set(names).size, linkOf(second, "next")]).toEqual([many, many, ""]);
});

test("given no token, a wrong or ended one, a password of the account or a cookie, then a password is asked for", async () => {
  const owner = await someone();
  const made = await owner.newToken(["read"]);
  const { status: before } = await readerWith(basic(made.token)).ask("/opds");
  expect(before).toBe(200);
  await owner.call("DELETE", `/api/users/me/tokens/${made.id}`);
  const attempts = [
    {},
    basic("wrong"),
    basic(made.token),
    basic(`${made.token}x`),
    { cookie: owner.cookie },
    { authorization: "Basic %" },
  ];
  for (const headers of [...attempts, { authorization: `Bearer ${owner.accessToken}` }]) {
    const answer = await readerWith(headers as Record<string, string>).ask("/opds");
    expect(answer.status, JSON.stringify(headers)).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Basic realm="Satchel", charset="UTF-8"');
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  }
  expect((await readerWith({}).ask(`/opds/token/${made.token}/list`)).status).toBe(401);
  expect((await readerWith(basic((await owner.newToken(["add"])).token)).ask("/opds")).status).toBe(403);
});

test("given a password of the catalogue, then it opens nothing else", async () => {
  const owner = await someone();
  const { token } = await owner.newToken(["read", "change"]);
  const answer = await fetch(`${system.url}/api/links/`, { headers: basic(token) });
  expect(answer.status).toBe(401);
});

test("given another account's ids, then they are answered as ones that do not exist", async () => {
  const [owner, other] = [await someone(), await someone()];
  const link = await owner.keep("Private");
  const folder = (await (await owner.call("POST", "/api/folders/", { name: "Private" })).json()) as Folder;
  const { ask } = await opened(other);
  for (const path of [
    `/opds/links/${link.id}.epub`,
    `/opds/list?folder_id=${folder.id}`,
    `/opds/list.epub?folder_id=${folder.id}`,
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
});

test("whatever an e-reader asks for, the answer is a feed, a book or a sentence", async () => {
  const owner = await someone();
  const { id } = await owner.keep("One");
  const { token } = await owner.newToken(["read"]);
  const path = fc.constantFrom(
    "",
    "/list",
    "/list.epub",
    "/folders",
    "/tags",
    "/search.xml",
    "/links/x.epub",
    `/links/${id}.epub`,
    "/none",
    "/links/%00",
  );
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("((", 'tag:"', "after:x", "1", "-1", "9".repeat(30), "{searchTerms}"),
  );
  const name = fc.constantFrom("q", "cursor", "folder_id", "unread_only", "days", "page", "none");
  const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "DELETE");
  const door = fc.constantFrom("/opds", `/opds/token/${token}`, "/opds/token/x");
  await fc.assert(
    fc.asyncProperty(
      method,
      door,
      path,
      fc.array(fc.tuple(name, value), { maxLength: 2 }),
      async (how, at, to, query) => {
        const search = new URLSearchParams(query.map(([key, text]) => [key, text.toWellFormed()])).toString();
        const answer = await fetch(`${system.url}${at}${to}?${search}`, {
          method: how,
          headers: at === "/opds" ? basic(token) : {},
        });
        const text = await answer.text();
        expect(answer.status, text).toBeLessThan(500);
        const type = answer.headers.get("content-type") ?? "";
        if (answer.status !== 200) expect(type).toBe("text/plain; charset=utf-8");
        else if (type.includes("xml") && how === "GET") expect(XMLValidator.validate(text)).toBe(true);
        if (how !== "GET" && how !== "HEAD") expect(answer.status).toBeGreaterThanOrEqual(400);
      },
    ),
    { numRuns: 200 },
  );
  expect((await owner.call("GET", `/api/links/${id}`)).status).toBe(200);
});
