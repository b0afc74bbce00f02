import type { Folder, FolderId, Subscription } from "@satchel/contracts";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeOpml } from "./opml.ts";

const feed = (title: string, url: string, folderId: number | null = null): Subscription =>
  ({ title, url, folder_id: folderId }) as Subscription;
const folder = (id: number, name: string, children: Folder[] = []): Folder =>
  ({ id: id as FolderId, name, children }) as unknown as Folder;
const now = new Date("2026-11-25T12:00:00Z");

interface Outline {
  readonly text?: string;
  readonly xmlUrl?: string;
  readonly outline?: Outline | readonly Outline[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
  htmlEntities: true,
});

/** Title, address and group of each feed, as a reader finds them. */
function feedsIn(document: string): (string | undefined)[][] {
  expect(XMLValidator.validate(document)).toBe(true);
  const inside = ({ outline = [] }: Outline, group?: string): (string | undefined)[][] =>
    [outline]
      .flat()
      .flatMap((one) => (one.xmlUrl === undefined ? inside(one, one.text) : [[one.text, one.xmlUrl, group]]));
  return inside((parser.parse(document) as { opml: { body: Outline } }).opml.body);
}

test("feeds are by their folders, those of none first, and of a deleted one without it", () => {
  const folders = [folder(1, "News", [folder(2, "Local")]), folder(3, "Empty")];
  const feeds = [
    feed("In a folder", "https://a.example/", 2),
    feed("Alone", "https://b.example/"),
    feed("Lost", "https://c.example/", 9),
  ];
  const document = writeOpml(feeds, folders, now);
  expect(feedsIn(document)).toEqual([
    ["Alone", "https://b.example/", undefined],
    ["Lost", "https://c.example/", undefined],
    ["In a folder", "https://a.example/", "Local"],
  ]);
  expect(document).not.toContain("Empty");
  expect(document).toContain("<dateCreated>Wed, 25 Nov 2026 12:00:00 GMT</dateCreated>");
});

test("whatever titles and names are, each feed is read as it is, and nothing else is in the file", () => {
  // What XML 1.0 can say, and of blanks only those that an attribute keeps.
  // oxlint-disable-next-line no-control-regex
  const text = fc.string({ unit: "grapheme" }).filter((one) => !/[\u0000-\u001F\uFFFE\uFFFF]/.test(one));
  const texts = fc.oneof(text, fc.constantFrom('"/><outline xmlUrl="x', "]]>", "&amp;", "<!--", "a&b<c>'d\""));
  fc.assert(
    fc.property(texts, texts, fc.webUrl({ withQueryParameters: true }), (title, name, url) => {
      const document = writeOpml([feed(title, url, 1)], [folder(1, name)], now);
      expect(feedsIn(document)).toEqual([[title, url, name]]);
    }),
  );
});
