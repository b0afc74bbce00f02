import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { jpegOf, quarters } from "../../test/sample-pictures.ts";
import { boundMemory } from "./bounded-memory.ts";

// Real pictures are written and read, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;
const DECODER = "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
const wasm = readFileSync(fileURLToPath(import.meta.resolve(DECODER)));

/** Starts the JPEG decoder over a module. */
async function decoderOf(bytes: Uint8Array): Promise<(jpeg: ArrayBuffer) => Promise<unknown>> {
  const { default: decode, init } = await import("@jsquash/jpeg/decode.js");
  const start = init as unknown as (module: WebAssembly.Module, settings: object) => Promise<void>;
  await start(new WebAssembly.Module(new Uint8Array(bytes)), { printErr: () => {} });
  return decode as unknown as (jpeg: ArrayBuffer) => Promise<unknown>;
}

test("a decoder gets no more memory than it may have, whatever picture asks for it", async () => {
  const large = new Uint8Array(await jpegOf(quarters(3000, 2000))).buffer;

  await expect((await decoderOf(boundMemory(wasm, 16 * MIB)))(large)).rejects.toThrow();
  expect(await (await decoderOf(boundMemory(wasm, 64 * MIB)))(large)).toMatchObject({ width: 3000, height: 2000 });
});

test("what is no module with a memory of its own is refused", () => {
  expect(() => boundMemory(wasm.subarray(0, 8), MIB)).toThrow(TypeError);
});
