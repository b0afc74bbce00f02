import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../src/app/routes.ts";
import { isShare } from "../src/features/share/sharedLink.ts";
import { viewOf } from "../src/links/view.ts";
import { ICONS } from "./iconSizes.ts";

const publicDir = join(import.meta.dirname, "../public");
const manifest = JSON.parse(readFileSync(join(publicDir, "manifest.webmanifest"), "utf8"));

/** Width and height of a PNG (ISO/IEC 15948, section 11.2.1: the first chunk, behind the eight octets of the signature). */
function sizeOf(path: string): string {
  const octets = readFileSync(join(publicDir, path));
  expect(octets.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  return `${octets.readUInt32BE(16)}x${octets.readUInt32BE(20)}`;
}

describe("what the installed page is told by its manifest holds", () => {
  test("its pictures are there, in the sizes it says", () => {
    for (const { src, sizes, type } of manifest.icons) {
      if (type === "image/png") expect([src, sizeOf(src)]).toEqual([src, sizes]);
      else expect(readFileSync(join(publicDir, src), "utf8")).toContain("<svg");
    }
    for (const { file, size } of ICONS) expect([file, sizeOf(file)]).toEqual([file, `${size}x${size}`]);
    const plain = manifest.icons.filter((icon: { purpose?: string }) => icon.purpose === undefined);
    expect(plain.map((icon: { sizes: string }) => icon.sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
    expect(manifest.icons.some((icon: { purpose?: string }) => icon.purpose === "maskable")).toBe(true);
  });

  test("its start and its shortcuts are addresses of the page", () => {
    const addresses = [manifest.start_url, ...manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)];
    for (const address of addresses) expect(ROUTES).toContain(new URL(address, "http://page").pathname);
    const views = manifest.shortcuts.map(({ url }: { url: string }) =>
      viewOf(new URL(url, "http://page").searchParams),
    );
    expect(views).toEqual([{ kind: "unvisited" }, { kind: "favorites" }]);
  });

  test("what is shared to it comes under the names that the page reads", () => {
    const { action, method, enctype, params } = manifest.share_target;
    expect(ROUTES).toContain(action);
    // Files need a form; the service worker leads to the page with what it has (web/src/worker/sw.ts).
    expect([method, enctype]).toEqual(["POST", "multipart/form-data"]);
    const { files, ...texts } = params;
    for (const name of Object.values<string>(texts)) expect(isShare(new URLSearchParams({ [name]: "x" }))).toBe(true);
    expect(files[0].accept).toEqual(expect.arrayContaining(["application/pdf", "image/*", "application/epub+zip"]));
  });
});
