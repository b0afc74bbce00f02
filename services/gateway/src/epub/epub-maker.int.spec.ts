import type { CopyId, UserId } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Book, BookPicture } from "./book.ts";
import { createEpubMaker } from "./epub-maker.ts";

const ID = "0190a000-0000-7000-8000-000000000001";
const owner = ID as UserId;

const bookWith = (pictures: readonly BookPicture[]): Book => ({
  id: ID,
  title: "Straps",
  locale: "en",
  isCut: false,
  articles: [
    {
      version: ID as CopyId,
      url: "https://example.com/",
      title: "Straps",
      direction: "ltr",
      tags: [],
      keptAt: "2026-11-25T12:00:00.000Z",
      html: `<p>Leather.</p>${pictures.map(({ name }) => `<img src="${name}" alt="a strap">`).join("")}`,
      pictures,
    },
  ],
});

test("a book is made in a process of its own", async () => {
  const maker = createEpubMaker();
  atEnd(() => maker.close());
  const files = unzipSync(await maker.make(bookWith([]), owner));
  expect(strFromU8(files["EPUB/article-1.xhtml"] ?? new Uint8Array())).toContain("Leather.");
});

test("a book whose pictures take too long is made without them, and the next one has its pictures", async () => {
  const side = 4096;
  const bytes = await sharp({ create: { width: side, height: side, channels: 3, background: "#84572f" } })
    .webp({ effort: 0 })
    .toBuffer();
  const name = (at: number): string => `files/${String(at).padStart(20, "0")}.webp`;
  const heavy = Array.from({ length: 60 }, (_, at) => ({ name: name(at), bytes }));
  const maker = createEpubMaker({ cpuMs: 4000 });
  atEnd(() => maker.close());

  const files = unzipSync(await maker.make(bookWith(heavy), owner));
  expect(strFromU8(files["EPUB/article-1.xhtml"] ?? new Uint8Array())).toContain("[a strap]");
  expect(Object.keys(files).filter((file) => file.endsWith(".jpg"))).toEqual([]);

  const small = await sharp(bytes).resize(40).webp().toBuffer();
  const next = unzipSync(await maker.make(bookWith([{ name: name(0), bytes: small }]), owner));
  expect(Object.keys(next).filter((file) => file.endsWith(".jpg"))).toHaveLength(1);
});
