import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import decodeAvif, { init as initAvif } from "@jsquash/avif/decode.js";
import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode.js";
import decodePng, { init as initPng } from "@jsquash/png/decode.js";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode.js";
import encode, { init as initEncoder } from "@jsquash/webp/encode.js";
import { CODEC_MEMORY_BYTES } from "../limits.ts";
import { boundMemory } from "./bounded-memory.ts";
import type { PictureKind } from "./picture-header.ts";
import type { Pixels } from "./pixels.ts";

/** What a codec takes to start from: a compiled module. Node's types for its own 20 don't name it. */
type Module = object;
declare const WebAssembly: { readonly Module: new (wasm: Uint8Array) => Module };

// What the decoders give their pixels in. Browsers have it; most of the codecs bring their own to Node, PNG's does not.
Object.assign(globalThis, {
  ImageData: class implements Pixels {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;

    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data;
      this.width = width;
      this.height = height;
    }
  },
});

const modules = new Map<string, Module>();

/** A codec's WebAssembly, its memory bounded; compiled when it is first wanted and never again in this thread. */
function moduleOf(path: string): Module {
  const found = modules.get(path);
  if (found !== undefined) return found;
  const wasm = readFileSync(fileURLToPath(import.meta.resolve(`@jsquash/${path}`)));
  const made = new WebAssembly.Module(boundMemory(wasm, CODEC_MEMORY_BYTES));
  modules.set(path, made);
  return made;
}

type Start = (module: Module, settings: object) => unknown;

// A decoder that gives up would say so at the terminal and set the process' exit code: it only throws here.
const QUIET = {
  print: () => {},
  printErr: () => {},
  quit: (_status: number, error: unknown) => {
    throw error;
  },
};
type Decode = (bytes: ArrayBuffer) => Promise<Pixels>;

// Each picture gets an instance of its own: nothing of one can be found in another, and its memory goes with it. (PNG's
// reader is written in a language whose memory is safe; its package keeps one instance as long as the thread lives.)
const started =
  (start: unknown, path: string, decode: Decode): Decode =>
  async (bytes) => {
    await (start as Start)(moduleOf(path), QUIET);
    return decode(bytes);
  };

/** The decoders: octets to pixels, turned the way that the picture's own orientation says where it is a photograph. */
export const decoders: Readonly<Record<Exclude<PictureKind, "gif" | "ico">, Decode>> = {
  png: started(initPng, "png/codec/pkg/squoosh_png_bg.wasm", decodePng as Decode),
  jpeg: started(initJpeg, "jpeg/codec/dec/mozjpeg_dec.wasm", (bytes) =>
    (decodeJpeg as (bytes: ArrayBuffer, options: object) => Promise<Pixels>)(bytes, { preserveOrientation: true }),
  ),
  webp: started(initWebp, "webp/codec/dec/webp_dec.wasm", decodeWebp as Decode),
  avif: started(initAvif, "avif/codec/dec/avif_dec.wasm", decodeAvif as Decode),
};

/** Writes a WebP, which every browser of the last five years shows. @param quality 0 to 100 */
export async function encodeWebp(pixels: Pixels, quality: number): Promise<Uint8Array> {
  await (initEncoder as unknown as Start)(moduleOf("webp/codec/enc/webp_enc_simd.wasm"), QUIET);
  const encoded = await (encode as (pixels: Pixels, options: object) => Promise<ArrayBuffer>)(pixels, { quality });
  return new Uint8Array(encoded);
}
