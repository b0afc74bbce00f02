import { expect, test } from "vitest";
import { charsetOf, decodeText } from "./text.ts";

const decode = async (octets: Buffer, size = 3): Promise<string> => {
  let text = "";
  for await (const piece of decodeText(
    (async function* () {
      for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
    })(),
  ))
    text += piece;
  return text;
};

test("UTF-8, also where a chunk ends within a character, with and without a byte order mark", async () => {
  expect(await decode(Buffer.from("Größe 🍞"), 1000)).toBe("Größe 🍞");
  expect(await decode(Buffer.from("aaaaaGröße 🍞"), 7)).toBe("aaaaaGröße 🍞");
  expect(await decode(Buffer.from("\ufeffA"), 1000)).toBe("A");
});

test("UTF-16 by its byte order mark", async () => {
  expect(await decode(Buffer.from("\ufeffGröße", "utf16le"))).toBe("Größe");
});

test("what old browsers wrote: as the file declares, else Windows-1252", async () => {
  expect(charsetOf(Buffer.from('<META CONTENT="text/html; charset=ISO-8859-2">\xb1', "latin1"))).toBe("ISO-8859-2");
  expect(await decode(Buffer.from("Gr\xf6\xdfe \x80 \x93x\x94", "latin1"), 1000)).toBe("Größe € “x”");
});

test("a charset that is wrong or unknown makes marks of the characters, and no error", async () => {
  const octets = Buffer.concat([Buffer.from('<meta charset="klingon">'), Buffer.from([0xff, 0xfe, 0x80])]);

  expect(await decode(octets, 1000)).toContain("\ufffd");
});
