import { fieldsOf, isObject, listOf, parseJson } from "../json.ts";
import { REPEATED_VALUES } from "../limits.ts";
import { byPreference } from "./choose-icon.ts";
import { webUrl } from "./web-url.ts";

/** Media ranges to ask for, and octets at most, when a web manifest is fetched. */
export const MANIFEST_ACCEPT: readonly string[] = [
  "application/manifest+json",
  "application/json;q=0.9",
  "text/*;q=0.1",
];
export const MANIFEST_BYTES = 64 * 1024;

/**
 * The icons of a web manifest (W3C Web Application Manifest, section 2.1 `icons`), best first, as absolute addresses.
 * Empty for an invalid manifest. Monochrome icons, which are masks, are skipped.
 * @param url of the manifest
 */
export function iconsOfManifest(bytes: Uint8Array, url: string): string[] {
  if (bytes.length > MANIFEST_BYTES) return [];
  const declared = listOf(fieldsOf(parseJson(new TextDecoder().decode(bytes)))["icons"])
    .slice(0, REPEATED_VALUES)
    .filter(isObject)
    .filter((icon) => textOf(icon["purpose"]) !== "monochrome")
    .map((icon) => ({
      href: textOf(icon["src"]),
      rel: "icon",
      type: textOf(icon["type"]).toLowerCase(),
      sizes: textOf(icon["sizes"]).toLowerCase(),
      media: "",
    }));
  return [...new Set(byPreference(declared).flatMap(({ href }) => webUrl(href, url) ?? []))];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
