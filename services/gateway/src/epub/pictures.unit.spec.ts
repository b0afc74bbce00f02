import sharp from "sharp";
import { expect, test } from "vitest";
import { showPictures } from "./pictures.ts";

test("given pictures of a book, when they take too much processor time, then the rest is left out", async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#84572f" } })
    .webp()
    .toBuffer();
  const pictures = ["files/1.webp", "files/2.webp", "files/3.webp"].map((name) => ({ name, bytes }));

  expect([...(await showPictures(pictures, 60_000)).keys()].sort()).toEqual(pictures.map(({ name }) => name));
  expect((await showPictures(pictures, -1)).size).toBe(0);
});
