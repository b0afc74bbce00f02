import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packedForms } from "./packed.ts";

test("a text is laid down as Brotli and as gzip, both smaller and both the same text", () => {
  const text = Buffer.from("export const bread = 'rye';\n".repeat(100));
  const forms = packedForms(text);
  expect(brotliDecompressSync(forms.get(".br") ?? "").equals(text)).toBe(true);
  expect(gunzipSync(forms.get(".gz") ?? "").equals(text)).toBe(true);
  for (const form of forms.values()) expect(form.length).toBeLessThan(text.length);
});

test("what is too small to gain anything stays alone", () => {
  expect(packedForms(Buffer.from("export {};")).size).toBe(0);
});
