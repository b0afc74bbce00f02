import {
  type Highlight,
  HIGHLIGHT_NOTE_CHARS,
  type Link,
  type ListedHighlight,
  NEXT_CURSOR,
  operations,
  QUOTE_CHARS,
} from "@satchel/contracts";
import { scriptPayloads } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const anna = await system.signIn("anna@marks.example");
const bea = await system.signIn("bea@marks.example");

const json = async <T>(answer: Promise<Response>): Promise<T> => (await answer).json() as Promise<T>;
const save = (path: string, more: object = {}): Promise<Link> =>
  json<Link>(anna.call("POST", "/api/links/", { url: `https://example.org/${path}`, title: `Page ${path}`, ...more }));
const mark = (link: Link, exact: string, more: object = {}): Promise<Highlight> =>
  json<Highlight>(anna.call("POST", `/api/links/${link.id}/highlights`, { quote: { exact }, ...more }));
const list = async (query: string): Promise<string[]> =>
  (await json<ListedHighlight[]>(anna.call("GET", `/api/highlights?${query}`))).map(({ quote }) => quote.exact);

describe("given highlights of several links", () => {
  const made = (async () => {
    const folder = await json<{ id: number }>(anna.call("POST", "/api/folders/", { name: "Leather" }));
    const first = await save("first", { folder_id: folder.id, tags: ["Größe"] });
    const second = await save("second");
    const deleted = await save("deleted");
    await mark(first, "Waxed thread holds", { color: "green" });
    await mark(first, "The round knife", { note: "Ask about ÜBER-sharp blades, 100%" });
    await mark(second, "Seven to the inch", { color: "blue" });
    await mark(deleted, "of a deleted link");
    await anna.call("DELETE", `/api/links/${deleted.id}`);
    return { folder };
  })();

  test.each([
    ["", ["Seven to the inch", "The round knife", "Waxed thread holds"]],
    ["color=green", ["Waxed thread holds"]],
    ["tag=GR%C3%96SSE", []],
    ["tag=gr%C3%B6%C3%9Fe", ["The round knife", "Waxed thread holds"]],
    ["folder_id=0", ["Seven to the inch"]],
    ["q=thread", ["Waxed thread holds"]],
    ["q=über 100%25", ["The round knife"]],
    ["q=knife thread", []],
    ["q=page second", ["Seven to the inch"]],
    ["q=%25_", []],
  ])("when they are listed by %j, then these are found: %j", async (query, found) => {
    await made;
    expect(await list(query)).toEqual(found);
  });

  test("when they are listed by a folder, then those of its links are found", async () => {
    const { folder } = await made;
    expect(await list(`folder_id=${folder.id}`)).toEqual(["The round knife", "Waxed thread holds"]);
  });

  test("when a host is of other letters than ASCII, then it is listed and found by these", async () => {
    const link = await json<Link>(anna.call("POST", "/api/links/", { url: "https://www.xn--mller-kva.example/flour" }));
    const { id } = await mark(link, "Stone-ground");
    const answer = await json<ListedHighlight[]>(anna.call("GET", "/api/highlights?q=M%C3%BCller"));
    expect(answer).toMatchObject([{ id, link: { unicode_host: "müller.example" } }]);
    expect(await list("q=stone")).toEqual(["Stone-ground"]);
    expect(await list("q=M%C3%BCller knife")).toEqual([]);
    await anna.call("DELETE", `/api/links/${link.id}`);
  });

  test("when they are read page by page, then each comes once", async () => {
    await made;
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const answer = await anna.call("GET", `/api/highlights?size=1${cursor}`);
      seen.push(...((await answer.json()) as ListedHighlight[]).map(({ quote }) => quote.exact));
      const next = answer.headers.get(NEXT_CURSOR);
      if (next === null) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(seen).toEqual(await list(""));
  });

  test.each([
    "x",
    "2026-99-99T00:00:00.000Z.00000000-0000-0000-0000-000000000000",
    "2026-02-31T00:00:00.000Z.00000000-0000-0000-0000-000000000000",
    "'; drop table",
  ])("when the cursor is %j, then it is refused", async (cursor) => {
    expect((await anna.call("GET", `/api/highlights?cursor=${encodeURIComponent(cursor)}`)).status).toBe(422);
  });

  test("when they are exported, then every one is there with its link, as annotations and as Markdown", async () => {
    await made;
    const linked = await json<{ "@context": unknown; first: { items: Record<string, unknown>[] } }>(
      anna.call("GET", "/api/highlights/export/jsonld"),
    );
    expect(linked["@context"]).toContain("http://www.w3.org/ns/anno.jsonld");
    expect(linked.first.items).toHaveLength(3);
    expect(linked.first.items).toContainEqual(
      expect.objectContaining({
        type: "Annotation",
        motivation: ["highlighting", "commenting"],
        body: expect.objectContaining({ format: "text/markdown", value: "Ask about ÜBER-sharp blades, 100%" }),
        target: expect.objectContaining({
          source: "https://example.org/first",
          selector: [{ type: "TextQuoteSelector", exact: "The round knife", prefix: "", suffix: "" }],
        }),
      }),
    );
    const answer = await anna.call("GET", "/api/highlights/export/markdown");
    expect(answer.headers.get("content-disposition")).toContain(".md");
    const markdown = await answer.text();
    expect(markdown).toContain("## [Page first](<https://example.org/first>)");
    expect(markdown).toContain("> Seven to the inch");
    expect(markdown).not.toContain("deleted");
  });
});

describe("given a link of somebody else", () => {
  test("when its highlights are asked for, made, changed, deleted or restored, then it is not there", async () => {
    const link = await save("private");
    const { id } = await mark(link, "of Anna alone");
    const own = `/api/links/${link.id}/highlights`;
    const calls: [string, string, object?][] = [
      ["GET", own],
      ["POST", own, { quote: { exact: "x" } }],
      ["PATCH", `${own}/${id}`, { note: "x" }],
      ["DELETE", `${own}/${id}`],
      ["POST", `${own}/${id}/restore`],
    ];
    for (const [method, path, body] of calls) expect((await bea.call(method, path, body)).status).toBe(404);
    const others = await json<Link>(bea.call("POST", "/api/links/", { url: "https://example.org/bea" }));
    const moved = `/api/links/${others.id}/highlights/${id}`;
    expect((await bea.call("PATCH", moved, { note: "x" })).status).toBe(404);
    expect((await bea.call("DELETE", moved)).status).toBe(404);
    expect(await json(bea.call("GET", "/api/highlights"))).toEqual([]);
    expect(await json(anna.call("GET", own))).toMatchObject([{ id, note: null }]);
  });
});

describe("given hostile input", () => {
  const quote = { exact: "some words" };
  test.each([
    ["a negative position", { quote, position: { start: -1, end: 5 } }],
    ["a position that ends before it begins", { quote, position: { start: 9, end: 5 }, text_hash: "0".repeat(16) }],
    ["a position without end", { quote, position: { start: 1, end: 1e300 } }],
    ["half a position", { quote, position: { start: 1 } }],
    ["a quotation that is too long", { quote: { exact: "x".repeat(QUOTE_CHARS + 1) } }],
    ["a prefix that is too long", { quote: { ...quote, prefix: "x".repeat(10_000) } }],
    ["an empty quotation", { quote: { exact: "" } }],
    ["a quotation of controls", { quote: { exact: "\u001b\u0007 \n" } }],
    ["a quotation with a NUL", { quote: { exact: "a\u0000b" } }],
    ["a note with half a character", { quote, note: "\ud800" }],
    ["a colour of its own", { quote, color: "red;background:url(//evil)" }],
    ["a note that is too long", { quote, note: "x".repeat(HIGHLIGHT_NOTE_CHARS + 1) }],
    ["a version that is none", { quote, version: "../../x" }],
    ["a hash that is none", { quote, text_hash: "'; drop" }],
    ["more than that", { quote, is_admin: true }],
  ])("when a highlight is made with %s, then it is refused", async (_, body) => {
    const link = await save("hostile");
    const answer = await anna.call("POST", `/api/links/${link.id}/highlights`, body);
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      422,
      expect.arrayContaining(["detail"]),
    ]);
  });

  test("when quotations and notes are scripts and controls, then they are texts, and the list answers", async () => {
    const link = await save("scripts");
    const texts = [...scriptPayloads.slice(0, 30), "a\u0007b", "\u202e turned", "%' or 1=1 --"];
    for (const text of texts) {
      const { id } = await mark(link, text.slice(0, QUOTE_CHARS), { note: text });
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await json<Highlight[]>(anna.call("GET", `/api/links/${link.id}/highlights`))).toHaveLength(texts.length);
    expect((await anna.call("GET", "/api/highlights?q=%3Cscript%3E")).status).toBe(200);
  });

  test("when the id is none, then nothing is there", async () => {
    const link = await save("ids");
    const answer = await anna.call("DELETE", `/api/links/${link.id}/highlights/..%2f..%2fx`);
    expect([404, 422]).toContain(answer.status);
  });
});

describe("given an Idempotency-Key", () => {
  test("when a highlight is made twice with it, then there is one, and both answers are the same", async () => {
    const link = await save("once");
    const send = () =>
      json<Highlight>(
        fetch(`${system.url}/api/links/${link.id}/highlights`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${anna.accessToken}`,
            "content-type": "application/json",
            "idempotency-key": "one highlight",
          },
          body: JSON.stringify({ quote: { exact: "made once" } }),
        }),
      );
    const [first, second] = [await send(), await send()];
    expect(second).toEqual(first);
    expect(await json(anna.call("GET", `/api/links/${link.id}/highlights`))).toHaveLength(1);
  });
});

test("given the calls about highlights, then API tokens reach them by what they do", () => {
  const scopes = operations.filter(({ path }) => path.includes("highlights")).map(({ id, scope }) => [id, scope]);
  expect(Object.fromEntries(scopes)).toEqual({
    listHighlights: "read",
    createHighlight: "add",
    changeHighlight: "change",
    deleteHighlight: "change",
    restoreHighlight: "change",
    listAllHighlights: "read",
    exportHighlights: "read",
  });
});
