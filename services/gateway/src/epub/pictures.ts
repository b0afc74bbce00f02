import { hasManyScans, openPicture } from "@satchel/chassis/decoding";
import { EPUB_PICTURE_QUALITY, EPUB_PICTURE_SIDE, EPUB_PICTURES_AT_ONCE } from "../limits.ts";
import type { BookPicture, ShownPicture, ShownPictures } from "./book.ts";

/**
 * The pictures as JPEG or PNG, which are what every reading system shows (EPUB 3.2 section 2.2 has WebP not). Those that have
 * such a form and size already stay as they are; what can't be decoded is left out.
 * @param cpuMs milliseconds of this process' processor time after which no further one is converted
 */
export async function showPictures(pictures: readonly BookPicture[], cpuMs: number): Promise<ShownPictures> {
  const byName = new Map(pictures.map((picture) => [picture.name, picture]));
  const shown = new Map<string, ShownPicture>();
  const waiting = [...byName.values()];
  const before = process.cpuUsage();
  const isOver = (): boolean => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 > cpuMs;
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (isOver()) return;
      const picture = await show(next).catch(() => undefined);
      if (picture !== undefined) shown.set(next.name, picture);
    }
  };
  await Promise.all(Array.from({ length: EPUB_PICTURES_AT_ONCE }, work));
  return shown;
}

/** @throws for a picture that can't be decoded */
async function show({ name, bytes }: BookPicture): Promise<ShownPicture | undefined> {
  const stem = name.slice(name.lastIndexOf("/") + 1, name.lastIndexOf("."));
  const { format, width, height, hasAlpha, orientation = 1, space } = await openPicture(bytes).metadata();
  const isFitting = Math.max(width, height) <= EPUB_PICTURE_SIDE && orientation === 1;
  if (format === "jpeg" && hasManyScans(bytes)) return undefined;
  if (isFitting && format === "jpeg" && space !== "cmyk") return made(stem, "jpg", bytes);
  if (isFitting && format === "png") return made(stem, "png", bytes);
  const side = {
    width: EPUB_PICTURE_SIDE,
    height: EPUB_PICTURE_SIDE,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  const scaled = openPicture(bytes).autoOrient().toColourspace("srgb").resize(side);
  // Drawings and what is seen through have hard edges, which JPEG blurs.
  if (hasAlpha || format === "png" || format === "gif") return made(stem, "png", await scaled.png().toBuffer());
  return made(stem, "jpg", await scaled.jpeg({ quality: EPUB_PICTURE_QUALITY }).toBuffer());
}

const made = (stem: string, ending: "jpg" | "png", bytes: Uint8Array): ShownPicture => ({
  file: `${stem}.${ending}`,
  type: ending === "jpg" ? "image/jpeg" : "image/png",
  bytes,
});
