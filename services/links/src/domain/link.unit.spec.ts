import type { LinkOrigin } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import type { WebAddress } from "./canonical-url.ts";
import { cleanTags, decideChange, decideDelete, decideSave, decideVisit, type LinkState } from "./link.ts";

const address: WebAddress = {
  url: "https://example.com/?utm_source=x",
  canonicalUrl: "https://example.com/",
  host: "example.com",
};
const origin: LinkOrigin = { kind: "page" };
const request = { address, origin };
const link: LinkState = {
  isDeleted: false,
  isFavorite: false,
  folderId: null,
  title: null,
  description: null,
  tags: null,
  visitCount: 0,
};
const deleted: LinkState = { ...link, isDeleted: true };
const notFound = { kind: "rejected", error: { code: "not-found", detail: "Link not found" } };
const noFolder = {
  kind: "rejected",
  error: { code: "not-found", detail: "Folder not found. It may have already been deleted." },
};
const event = (type: string, data: object) => ({ kind: "event", event: { type, data } });
const nothing = { kind: "nothing", result: {} };

describe("saving", () => {
  const { url, canonicalUrl } = address;

  test("given no such link, it is saved as it was sent, under its canonical address", () => {
    expect(decideSave(undefined, request, true)).toEqual(event("LinkSaved", { url, canonicalUrl, origin }));
  });

  test("given title, subject, folder and tags, they are kept, trimmed", () => {
    const more = { title: " Title ", suggestedTitle: "\tSubject\n", folderId: 7, tags: [" a  b ", "A B", "", "c"] };
    expect(decideSave(undefined, { ...request, ...more }, true)).toEqual(
      event("LinkSaved", {
        url,
        canonicalUrl,
        origin,
        title: "Title",
        suggestedTitle: "Subject",
        folderId: 7,
        tags: ["a b", "c"],
      }),
    );
  });

  test("given a title of white space, there is none", () => {
    const more = { title: " \u00a0\n", suggestedTitle: "  " };
    expect(decideSave(undefined, { ...request, ...more }, true)).toEqual(
      event("LinkSaved", { url, canonicalUrl, origin }),
    );
  });

  test.each([
    ["it is there", link],
    ["it was deleted", deleted],
  ])("given %s, it is saved again", (_, state) => {
    expect(decideSave(state, request, true)).toEqual(event("LinkSavedAgain", { url, origin }));
  });

  test("given it is there, it goes into the folder that is named, or out of all", () => {
    const saved = { url, origin };
    expect(decideSave(link, { ...request, folderId: 7 }, true)).toEqual(
      event("LinkSavedAgain", { ...saved, folderId: 7 }),
    );
    expect(decideSave(link, { ...request, folderId: null }, false)).toEqual(
      event("LinkSavedAgain", { ...saved, folderId: null }),
    );
  });

  test.each([
    ["a new link", undefined],
    ["one that is there", link],
  ])("given a folder that is none of the user's, %s is not saved", (_, state) => {
    expect(decideSave(state, { ...request, folderId: 7 }, false)).toEqual(noFolder);
  });
});

describe("changing", () => {
  test.each([
    ["never was", undefined],
    ["was deleted", deleted],
  ])("given a link that %s, it is not found", (_, state) => {
    expect(decideChange(state, { isFavorite: true }, true)).toEqual(notFound);
  });

  test.each([
    ["favourite", { isFavorite: true }],
    ["folder", { folderId: 7 }],
    ["title", { title: "Mine" }],
    ["description", { description: "Mine" }],
    ["tags", { tags: ["a"] }],
    ["no tags at all", { tags: [] }],
    ["several at once", { isFavorite: true, folderId: 7, title: "Mine", description: "Mine", tags: ["a"] }],
  ])("given another %s, just that is changed", (_, changes) => {
    expect(decideChange(link, changes, true)).toEqual(event("LinkChanged", changes));
  });

  const full: LinkState = { ...link, isFavorite: true, folderId: 7, title: "T", description: "D", tags: ["a", "b"] };

  test.each([
    ["nothing", {}],
    ["favourite", { isFavorite: true }],
    ["folder", { folderId: 7 }],
    ["title", { title: " T " }],
    ["description", { description: "D\n" }],
    ["tags", { tags: ["a ", "A", "b"] }],
  ])("given the same %s, nothing happens", (_, changes) => {
    expect(decideChange(full, changes, true)).toEqual(nothing);
  });

  test("given some of it is so already, only the rest is changed", () => {
    expect(decideChange(full, { isFavorite: true, title: "New" }, true)).toEqual(
      event("LinkChanged", { title: "New" }),
    );
  });

  test("given tags in another order or case, they are changed", () => {
    expect(decideChange(full, { tags: ["b", "a"] }, true)).toEqual(event("LinkChanged", { tags: ["b", "a"] }));
    expect(decideChange(full, { tags: ["A", "b"] }, true)).toEqual(event("LinkChanged", { tags: ["A", "b"] }));
  });

  test("given an emptied title, the owner's is given up; given none anyway, nothing happens", () => {
    expect(decideChange(full, { title: " " }, true)).toEqual(event("LinkChanged", { title: "" }));
    expect(decideChange(link, { title: "", description: "" }, true)).toEqual(nothing);
  });

  test("given it lies in a folder, it can be taken out", () => {
    expect(decideChange(full, { folderId: null }, true)).toEqual(event("LinkChanged", { folderId: null }));
  });

  test("given a folder that is none of the user's, nothing of it is changed", () => {
    expect(decideChange(link, { isFavorite: true, folderId: 7 }, false)).toEqual(noFolder);
  });
});

describe("visiting and deleting", () => {
  test("given a link, each visit counts one more", () => {
    expect(decideVisit(link)).toEqual(event("LinkVisited", { visitCount: 1 }));
    expect(decideVisit({ ...link, visitCount: 41 })).toEqual(event("LinkVisited", { visitCount: 42 }));
  });

  test("given a link, it is deleted", () => {
    expect(decideDelete(link)).toEqual(event("LinkDeleted", {}));
  });

  test.each([
    ["never was", undefined],
    ["was deleted", deleted],
  ])("given a link that %s, it is not found", (_, state) => {
    expect(decideVisit(state)).toEqual(notFound);
    expect(decideDelete(state)).toEqual(notFound);
  });
});

describe("tags", () => {
  test.each([
    ["are trimmed, with one blank between words", ["  read \t\n later "], ["read later"]],
    ["are each once, whatever the case, as first given", ["Rust", "rust", "RUST"], ["Rust"]],
    ["are each once, however an accent is spelled", ["caf\u00e9", "cafe\u0301"], ["caf\u00e9"]],
    ["are each once, also where case changes letters", ["Straße", "STRASSE"], ["Straße"]],
    ["that are empty are none", ["", " ", "\u00a0"], []],
    ["keep their order", ["b", "a", "B", "c"], ["b", "a", "c"]],
  ])("%s", (_, given, kept) => {
    expect(cleanTags(given)).toEqual(kept);
  });
});
