import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the program that makes copies loads what draws PDFs for the first PDF alone: sharp was half of its start", () => {
  const program = readFileSync(new URL("../../dist/making/copy-worker.js", import.meta.url), "utf8");
  expect(program).toMatch(/import\("sharp"\)/);
  expect(program).not.toMatch(/from ?"(?:sharp|@hyzyla\/pdfium|parse5|@satchel\/)/);
});
