import { EPUB_DAYS_MAX, type Folder, laterTexts } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { articlesOf, filesOf, readersOf, titlesOf } from "../../test/readers.ts";

const system = await startTestSystem();
const someone = readersOf(system, "epub");

test("given a link with a kept page, then its article is downloaded as a book, the same each time", async () => {
  const { keep, call } = await someone();
  const link = await keep("Wie man Leder näht", {}, "A needle <b>and</b> thread.");

  const answer = await call("GET", `/api/links/${link.id}/epub`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/epub+zip"]);
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="Wie man Leder n_ht.epub"; filename*=UTF-8''Wie%20man%20Leder%20n%C3%A4ht.epub`,
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const bytes = await answer.arrayBuffer();
  expect(filesOf(bytes)["EPUB/article-1.xhtml"]).toContain("A needle <b>and</b> thread.");
  const again = await (await call("GET", `/api/links/${link.id}/epub`)).arrayBuffer();
  expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
});

test("given a link without a kept page, then there is no book of it, and a list without articles has none", async () => {
  const { save, call } = await someone();
  const { id } = await save("Nothing kept");
  const single = await call("GET", `/api/links/${id}/epub`);
  expect([single.status, await single.json()]).toEqual([404, { detail: laterTexts.copies.notFound }]);
  const list = await call("GET", "/api/epub");
  expect([list.status, await list.json()]).toEqual([
    404,
    { detail: "None of these links has a copy with a text to read." },
  ]);
});

test("given articles in folders, then books are of a folder, a smart folder, a search, favourites, and what is unread", async () => {
  const { keep, call } = await someone();
  const folder = (await (await call("POST", "/api/folders/", { name: "Kitchen" })).json()) as Folder;
  const smart = (await (
    await call("POST", "/api/folders/", { name: "Baking", search: "tag:a or tag:b" })
  ).json()) as Folder;
  const bread = await keep("Bread", { folder_id: folder.id, tags: ["a"] });
  await keep("Soup", { tags: ["b"] });
  const tea = await keep("Tea");
  await call("PATCH", `/api/links/${tea.id}`, { is_favorite: true });
  await call("PUT", `/api/links/${bread.id}/reading`, { read: 1 });
  await call("POST", `/api/links/${tea.id}/visit`);
  const of = async (query: string): Promise<string[]> => titlesOf(await call("GET", `/api/epub?${query}`));

  expect(await of("")).toEqual(["Tea", "Soup", "Bread"]);
  expect(await of(`folder_id=${folder.id}`)).toEqual(["Bread"]);
  expect(await of("folder_id=0")).toEqual(["Tea", "Soup"]);
  expect(await of(`folder_id=${smart.id}`)).toEqual(["Soup", "Bread"]);
  expect(await of(`folder_id=${smart.id}&q=soup`)).toEqual(["Soup"]);
  expect(await of("q=bread or tea")).toEqual(["Tea", "Bread"]);
  expect(await of("favorites_only=true")).toEqual(["Tea"]);
  expect(await of("unread_only=true&days=7")).toEqual(["Soup"]);

  const files = filesOf(await (await call("GET", `/api/epub?folder_id=${folder.id}`)).arrayBuffer());
  expect(files["EPUB/package.opf"]).toMatch(/<dc:title>Kitchen, \d+ \w+ \d{4}<\/dc:title>/);
});

test("given another account's ids, then they are answered as ones that do not exist", async () => {
  const [owner, other] = [await someone(), await someone()];
  const link = await owner.keep("Private");
  const folder = (await (await owner.call("POST", "/api/folders/", { name: "Private" })).json()) as Folder;
  await other.keep("Own");
  for (const path of [
    `/api/links/${link.id}/epub`,
    `/api/links/${link.id}/epub?version=${link.copy?.version ?? ""}`,
    `/api/epub?folder_id=${folder.id}`,
  ]) {
    expect([path, (await other.call("GET", path)).status]).toEqual([path, 404]);
  }
  const own = await other.call("GET", "/api/epub?q=private or own");
  expect((await articlesOf(own)).join("")).not.toContain("Private");
});

test("given API tokens, then those that read get books and others none", async () => {
  const { newToken, keep } = await someone();
  await keep("Read by a program");
  const as = async (token: string): Promise<number> =>
    (await fetch(`${system.url}/api/epub`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await as((await newToken(["read"])).token)).toBe(200);
  expect(await as((await newToken(["add", "change"])).token)).toBe(403);
});

test("whatever is asked for, the answer is a book or says what is wrong", async () => {
  const { keep, call } = await someone();
  const { id } = await keep("One");
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "((",
      "a or",
      'tag:"',
      "after:x",
      "is:none",
      "(".repeat(600),
      "0",
      "-1",
      `${2 ** 31}`,
      "1e3",
      `${EPUB_DAYS_MAX}`,
    ),
  );
  const name = fc.constantFrom("folder_id", "q", "unread_only", "days", "favorites_only", "version", "none");
  const path = fc.constantFrom("/api/epub", `/api/links/${id}/epub`, "/api/links/x/epub");
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(name, value), { maxLength: 3 }), async (at, query) => {
      const answer = await call(
        "GET",
        `${at}?${new URLSearchParams(query.map(([key, text]) => [key, text.toWellFormed()])).toString()}`,
      );
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 200) expect((await articlesOf(answer)).length).toBe(1);
      else expect(await answer.json()).toHaveProperty("detail");
    }),
    { numRuns: 150 },
  );
});
