import fc from "fast-check";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { linkdingApps, type Page } from "../../test/linkding.ts";

const system = await startTestSystem();
const { appOf, newApp } = linkdingApps(system, "hostile");
const first = await newApp();
const { id } = await first.ask("POST", "/bookmarks/", 201, { url: "https://example.org/", tag_names: ["a"] });
const bundle = await first.ask("POST", "/bundles/", 201, { name: "B", search: "a" });
const [tag] = (await first.ask<Page>("GET", "/tags/", 200)).results;

const anyId = fc.constantFrom(
  id,
  bundle.id,
  tag?.id,
  0,
  "-1",
  "1e3",
  "9".repeat(12),
  "9".repeat(400),
  "%00",
  "x",
  "archived",
);
const path = fc
  .tuple(
    fc.constantFrom("bookmarks", "bundles", "tags", "user/profile", "bookmarks/check", "bookmarks/singlefile"),
    fc.option(anyId, { nil: undefined }),
    fc.constantFrom("", "/archive", "/unarchive", "/assets", "/assets/upload", "/assets/1", "/assets/x/download"),
  )
  .map(([first, second, third]) => `/${first}${second === undefined ? "" : `/${second}`}${third}`);
const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE");
const name = fc.constantFrom(
  "q",
  "limit",
  "offset",
  "sort",
  "bundle",
  "unread",
  "shared",
  "modified_since",
  "added_since",
  "url",
  "title",
  "description",
  "notes",
  "tag_names",
  "is_archived",
  "name",
  "search",
  "any_tags",
  "order",
  "file",
  "filter_unread",
  "__proto__",
  "constructor",
);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "\0",
    "\ud800",
    "9".repeat(400),
    "0001-01-01",
    "-1-01-01",
    "https://example.org/\0",
    "((((",
    "#".repeat(99),
  ),
  fc.constantFrom("https://example.org/", "true", "a,b,,c", `tag:"${"x".repeat(50)}"`, "'\"\\", "é".repeat(3000)),
);
const json = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(text, fc.jsonValue())),
  fc.jsonValue(),
);

/** Whether an answer is one that a caller can be at fault for, in linkding's form. */
async function isFine(answer: Response): Promise<boolean> {
  const body = await answer.text();
  if (answer.status < 400) return true;
  // A call that is one too many would show nothing.
  return answer.status < 500 && answer.status !== 429 && typeof JSON.parse(body) === "object";
}

const TRIES = { numRuns: 300 };

test("no query whatever makes an answer of the 500s", async () => {
  const app = await appOf(first.owner);
  const queries = fc.array(fc.tuple(name, text), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(path, queries, async (at, query) => {
      const search = query.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join("&");
      expect(await isFine(await app.call("GET", `${at}?${search}`))).toBe(true);
    }),
    TRIES,
  );
}, 120_000);

test("no JSON whatever makes an answer of the 500s", async () => {
  const app = await appOf(first.owner);
  const fields = fc.array(fc.tuple(name, json), { maxLength: 5 });
  const body = fc.oneof(
    { weight: 5, arbitrary: fields.map((all) => JSON.stringify(Object.fromEntries(all))) },
    text,
    json.map((one) => JSON.stringify(one)),
  );
  await fc.assert(
    fc.asyncProperty(method, path, body, async (verb, at, sent) => {
      if (verb === "DELETE") return;
      const headers = { authorization: `Token ${app.token}`, "content-type": "application/json" };
      const answer = await fetch(`${system.url}/linkding/api${at}`, {
        method: verb,
        headers,
        redirect: "manual",
        ...(verb === "GET" ? {} : { body: sent }),
      });
      expect([verb, at, sent, answer.status, await isFine(answer)]).toEqual([verb, at, sent, answer.status, true]);
    }),
    TRIES,
  );
}, 120_000);

test("no form whatever makes an answer of the 500s", async () => {
  const app = await appOf(first.owner);
  const parts = fc.array(fc.tuple(name, fc.oneof(text, fc.uint8Array({ maxLength: 200 }))), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("POST", "PUT", "PATCH"), path, parts, async (verb, at, all) => {
      const form = new FormData();
      for (const [key, value] of all)
        form.append(key, typeof value === "string" ? value : new Blob([Buffer.from(value)]));
      expect(await isFine(await app.form(verb, at, form))).toBe(true);
    }),
    TRIES,
  );
}, 120_000);

test.each([
  ["multipart/form-data", "x"],
  ["multipart/form-data; boundary=", "--\r\n"],
  ["multipart/form-data; boundary=x", "--x\r\n"],
  ["multipart/form-data; boundary=x", "--x\r\ncontent-disposition: form-data; name=url\r\n\r\nhttps://a/\r\n--x--"],
  ["multipart/form-data; boundary=x", `--x\r\n${"a: b\r\n".repeat(5000)}\r\n`],
  [`multipart/form-data; boundary=${"x".repeat(5000)}`, "x"],
  ["application/x-www-form-urlencoded", "%ff%00=%&&==&url"],
  ["application/json", "{"],
  ["application/json", '{"url":"https://example.org/","__proto__":{"a":1}}'],
  ["application/json", "[".repeat(30_000)],
  ["application/xml", "<a/>"],
  ["", "x"],
])("a malformed body of type %j is refused", async (type, body) => {
  const headers = { authorization: `Token ${first.token}`, "content-type": type };
  const answer = await fetch(`${system.url}/linkding/api/bookmarks/`, { method: "POST", headers, body });
  expect([answer.status, await isFine(answer)]).toEqual([answer.status, true]);
});

test("a body that is too large is 413", async () => {
  const answer = await first.call("POST", "/bookmarks/", { url: "https://example.org/", notes: "n".repeat(70_000) });
  expect([answer.status, await isFine(answer)]).toEqual([413, true]);
});
