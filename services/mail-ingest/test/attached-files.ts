import { deflateRawSync, deflateSync } from "node:zlib";

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc32 = (octets: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const octet of octets) crc = (crcTable[(crc ^ octet) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

/** A picture in one colour, which is large enough for lists. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([0xb4, 0x6a, 0x2b]))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", new Uint8Array()),
  ]);
}

export const PNG = pngOf(420, 560);

/** A zip as common programs write it: the first file stored, the others deflated, with their sizes before them. */
export function zipOf(files: readonly (readonly [name: string, content: string | Uint8Array])[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [place, [name, content]] of files.entries()) {
    const raw = Buffer.from(content);
    const packed = place === 0 ? raw : deflateRawSync(raw);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(place === 0 ? 0 : 8, 4);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(raw.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, title, packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, end, title]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(files.length, 4);
  last.writeUInt16LE(files.length, 6);
  last.writeUInt32LE(directory.length, 8);
  last.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), last]);
}

/** Chapters of a book, by their names, as the content of their bodies. */
export function epubOf(
  title: string,
  chapters: Readonly<Record<string, string>>,
  more: readonly (readonly [string, string | Uint8Array])[] = [],
): Buffer {
  const items = Object.keys(chapters).map(
    (name, n) => `<item id="c${n}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const spine = Object.keys(chapters).map((_, n) => `<itemref idref="c${n}"/>`);
  return zipOf([
    ["mimetype", "application/epub+zip"],
    [
      "META-INF/container.xml",
      '<container><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ],
    [
      "OEBPS/content.opf",
      `<package><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>Ann Author</dc:creator><dc:language>en</dc:language><meta name="cover" content="cover"/></metadata><manifest>${items.join("")}<item id="cover" href="cover.png" media-type="image/png"/></manifest><spine>${spine.join("")}</spine></package>`,
    ],
    ["OEBPS/cover.png", PNG],
    ...Object.entries(chapters).map(
      ([name, body]) =>
        [
          `OEBPS/${name}`,
          `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title><script/></head><body>${body}</body></html>`,
        ] as const,
    ),
    ...more,
  ]);
}

/** One part of a mail, in base64. */
export const attached = (
  type: string,
  name: string,
  content: Uint8Array | string,
  disposition = "attachment",
): string[] => [
  `Content-Type: ${type}; name="${name}"`,
  `Content-Disposition: ${disposition}; filename="${name}"`,
  "Content-Transfer-Encoding: base64",
  "",
  ...(Buffer.from(content)
    .toString("base64")
    .match(/.{1,76}/g) ?? [""]),
];

/** A multipart of any kind. */
export const multipart = (kind: string, boundary: string, ...parts: readonly (readonly string[])[]): string[] => [
  `Content-Type: multipart/${kind}; boundary="${boundary}"`,
  "",
  ...parts.flatMap((part) => [`--${boundary}`, ...part]),
  `--${boundary}--`,
];

export const plain = (...lines: string[]): string[] => ["Content-Type: text/plain; charset=utf-8", "", ...lines];
export const html = (...lines: string[]): string[] => ["Content-Type: text/html; charset=utf-8", "", ...lines];
