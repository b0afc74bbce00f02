import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readExportedEvent } from "./exported-event.ts";

const NOW = Date.parse("2026-06-01T00:00:00.000Z");
const URL_ = "https://example.org/";
const newest = { url: URL_, origin: { kind: "page" } };
const saved = { ...newest, canonicalUrl: URL_ };

const event = (type: string, data: unknown, more: object = {}) => ({
  sequence: 7,
  id: randomUUID(),
  type,
  version: 1,
  time: "2026-05-01T10:00:00.000Z",
  context: type.startsWith("Folder") ? "folders" : type.startsWith("Page") ? "enrichment" : "links",
  aggregate: type.startsWith("Folder") ? null : randomUUID(),
  correlation: "c",
  data,
  ...more,
});
const read = (value: unknown) => readExportedEvent(value, NOW);
const reasonOf = (value: unknown): unknown => {
  const found = read(value);
  return found.kind === "fault" ? found.reason : found;
};

describe("given an event of an export", () => {
  test("when it is one of a link, a folder or a page, then it comes with its time, and without what no contract names", () => {
    const one = event("LinkSaved", { ...saved, evil: 1, origin: { kind: "page", evil: 2 } });
    expect(read(one)).toEqual({
      kind: "event",
      id: one.id,
      aggregate: one.aggregate,
      context: "links",
      time: new Date(one.time),
      type: "LinkSaved",
      data: newest,
    });
    expect(read(event("LinkSaved", newest, { version: 2 }))).toMatchObject({ data: newest });
    expect(read(event("FolderDeleted", { folderId: 1, removed: [1], placed: [] }))).toMatchObject({ kind: "event" });
    const nextTryAt = "2026-06-01T20:00:00.000Z";
    expect(read(event("PageFetchFailed", { url: URL_, attempts: 1, reason: "timeout", nextTryAt }))).toMatchObject({
      kind: "event",
      data: { nextTryAt },
    });
  });

  test("when it is a reminder, then its time may be ten years ahead, and must be one that a table can hold", () => {
    const reminded = (remindAt: string) => read(event("LinkChanged", { remindAt }));
    expect(reminded("2036-05-01T09:00:00.000Z")).toMatchObject({ kind: "event" });
    for (const at of [
      "2037-01-01T09:00:00.000Z",
      "2026-02-30T29:00:00.000Z",
      "2026-06-31T00:00:00.000Z",
      "0000-01-01T00:00:00.000Z",
    ]) {
      expect(reminded(at)).toMatchObject({ kind: "fault" });
    }
    const saved = event("LinkSaved", { url: URL_, origin: { kind: "page" }, savedAt: "2026-02-31T00:00:00.000Z" });
    expect(read(saved)).toMatchObject({ kind: "fault" });
  });

  test("when it is of the account, a mail or an import, then it is of no use here", () => {
    const unused = { kind: "unused" };
    expect(read(event("AccountRegistered", { address: "a@b.example" }, { context: "identity" }))).toEqual(unused);
    expect(read(event("UserErased", {}, { context: "identity" }))).toEqual(unused);
    expect(read(event("MailWorkedThrough", {}))).toEqual(unused);
    expect(read(event("ImportFinished", {}))).toEqual(unused);
  });

  test("when it is none, of no kind that is known, or another service's than it says, then it is refused", () => {
    expect(reasonOf(null)).toBe("This entry is no event.");
    expect(reasonOf([])).toBe("This entry is no event.");
    expect(reasonOf(event("Nothing", {}))).toBe("Satchel knows no such event.");
    expect(reasonOf(event("__proto__", {}))).toBe("Satchel knows no such event.");
    expect(reasonOf(event("AddressClaimed", { userId: randomUUID() }))).toBe("Satchel knows no such event.");
    expect(reasonOf(event("UserErased", {}))).toBe("Satchel knows no such event.");
    expect(reasonOf(event("LinkSaved", saved, { id: "1" }))).toBe("The event has no id.");
    expect(reasonOf(event("LinkSaved", saved, { aggregate: "x.y" }))).toBe("The event is about nothing.");
    expect(reasonOf(event("FolderChanged", { folderId: 1 }, { aggregate: randomUUID() }))).toBe(
      "The event is about nothing.",
    );
    expect(reasonOf(event("LinkSaved", saved, { version: 99 }))).toBe("The event is from a newer version of Satchel.");
    expect(reasonOf(event("LinkSaved", saved, { version: 0.5 }))).toBe("The event is from a newer version of Satchel.");
  });

  test("when its date can't be, then it is refused", () => {
    for (const time of ["2026-06-03T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "soon", null, 0]) {
      expect(reasonOf(event("LinkVisited", { visitCount: 1 }, { time }))).toBe("The date of the event can't be right.");
    }
  });

  test.each([
    ["an address that is none of the web's", "LinkSaved", { ...saved, url: "javascript:alert(1)" }],
    [
      "where a page leads, to no web address",
      "PageDescribed",
      { url: URL_, finalUrl: "data:,x", attempts: 1, page: { tags: [] } },
    ],
    ["a text with a NUL", "LinkChanged", { notes: "a\u0000b" }],
    ["half a character", "LinkChanged", { title: "\ud83d" }],
    ["a number that no table holds", "LinkVisited", { visitCount: 2 ** 40 }],
    ["a fraction", "LinkVisited", { visitCount: 1.5 }],
    [
      "a size that no table holds",
      "PageDescribed",
      { url: URL_, finalUrl: URL_, attempts: 1, page: { tags: [], fileBytes: 1e19 } },
    ],
    [
      "less than nothing",
      "FolderMoved",
      { folderId: 1, placed: [{ folderId: 1, parentFolderId: null, orderIndex: -1 }] },
    ],
    ["a date of no calendar", "LinkSaved", { ...saved, createdAt: "0000-00-00T99:99:99.999Z" }],
    ["a date ahead", "LinkSaved", { ...saved, savedAt: "2999-01-01T00:00:00.000Z" }],
    ["levels without end", "LinkChanged", JSON.parse(`${'{"bulk":'.repeat(2000)}1${"}".repeat(2000)}`) as unknown],
  ])("when it holds %s, then it is refused", (_what, type, data) => {
    expect(reasonOf(event(type, data))).toBe("The event holds a value that can't be kept.");
  });

  test.each([
    ["no data", "LinkChanged", null],
    ["data of another kind", "LinkSaved", { visitCount: 1 }],
    ["a title that is too long", "LinkChanged", { title: "x".repeat(301) }],
    ["too many tags", "LinkChanged", { tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }],
    ["a bulk call of no id", "LinkDeleted", { bulkId: "all" }],
  ])("when it has %s, then it is refused", (_what, type, data) => {
    expect(reasonOf(event(type, data))).toBe("The event has not the form of its kind.");
  });

  test("when a mail's sender is endless, then it is refused", () => {
    const origin = { kind: "mail", mailId: randomUUID(), sender: "s".repeat(300_000) };
    expect(reasonOf(event("LinkSaved", { ...saved, origin }))).toBe("The event is too large.");
  });

  test("when a tag stands twice, or a page names pictures and versions that can't be, then those go and the rest stays", () => {
    const before = { tags: ["A", "a"], isFavorite: true };
    const bulk = { bulkId: randomUUID(), before };
    expect(read(event("LinkChanged", { tags: [" x ", "X", "y\u0007z"], bulk }))).toMatchObject({
      data: { tags: ["x", "y z"], bulk: { before: { tags: ["A"] } } },
    });
    const page = { tags: ["p"], previewImageUrl: "javascript:alert(1)", faviconUrl: "https://example.org/i.png" };
    const validators = { etag: "a\r\nHost: evil.example" };
    expect(read(event("PageDescribed", { url: URL_, finalUrl: URL_, attempts: 1, page, validators }))).toMatchObject({
      data: { url: URL_, finalUrl: URL_, attempts: 1, page: { tags: ["p"], faviconUrl: "https://example.org/i.png" } },
    });
    const found = read(event("PageDescribed", { url: URL_, finalUrl: URL_, attempts: 1, page, validators }));
    expect(JSON.stringify(found)).not.toMatch(/javascript|evil/);
  });

  test("when a page leads to a file of many gigabytes, then its size stays", () => {
    const page = { tags: [], fileBytes: 40_000_000_000 };
    expect(read(event("PageDescribed", { url: URL_, finalUrl: URL_, attempts: 1, page }))).toMatchObject({
      data: { page: { fileBytes: 40_000_000_000 } },
    });
  });
});
