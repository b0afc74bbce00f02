import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Files that compression makes smaller. Pictures and fonts are compressed already. */
const TEXTS = /\.(?:css|html|js|json|svg|webmanifest)$/;

/** Octets below which compression saves less than the headers take. */
const LEAST_BYTES = 512;

/** The compressed forms of a file's content by their suffix, without those that are not smaller. */
export function packedForms(content: Uint8Array): Map<".br" | ".gz", Uint8Array> {
  const forms = new Map<".br" | ".gz", Uint8Array>();
  if (content.length < LEAST_BYTES) return forms;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const [extension, packed] of [
    [".br", brotliCompressSync(content, { params })],
    [".gz", gzipSync(content, { level: 9 })],
  ] as const) {
    if (packed.length < content.length) forms.set(extension, packed);
  }
  return forms;
}

/** Writes maximally compressed forms beside every file; the gateway sends the one that a browser accepts. */
export function packed(): Plugin {
  return {
    name: "satchel:packed",
    apply: "build",
    enforce: "post",
    writeBundle: {
      sequential: true,
      order: "post",
      handler({ dir = "" }) {
        for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
          const path = join(entry.parentPath, entry.name);
          if (!entry.isFile() || !TEXTS.test(path)) continue;
          for (const [extension, content] of packedForms(readFileSync(path))) writeFileSync(path + extension, content);
        }
      },
    },
  };
}
