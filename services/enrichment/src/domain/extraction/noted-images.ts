import { compact } from "@satchel/contracts/compact";
import { REPEATED_VALUES } from "../limits.ts";
import type { Attributes, PageFacts, Picture, Place } from "./page-facts.ts";
import { pixelsOf, type SizedAddress, widestOf, widestOfGallery } from "./srcset.ts";

/** Names of placeholder files for a picture that is loaded later. */
const PLACEHOLDER_NAME =
  /(?:^|[^a-z])(?:blank|spacer|transparent|placeholder|loading|lazy|pixel|1x1|grey|gray|empty)(?:[^a-z]|$)/;

/** Records a picture of the text, as a declared one if microdata or a shop's gallery marks it as the page's own. */
export function noteImage(facts: PageFacts, attributes: Attributes, { sources }: Place): void {
  if (facts.images.length >= REPEATED_VALUES && facts.contentImages.length >= REPEATED_VALUES) return;
  const gallery = widestOfGallery(attributes.get("data-a-dynamic-image")) ?? hires(attributes.get("data-old-hires"));
  const own = gallery ?? addressOf(attributes, sources);
  if (own === undefined) return;
  const width = own.width ?? pixelsOf(attributes.get("width"));
  const height = own.height ?? (own.width === undefined ? pixelsOf(attributes.get("height")) : undefined);
  const hint = `${attributes.get("class") ?? ""} ${attributes.get("id") ?? ""} ${attributes.get("alt") ?? ""}`;
  const picture: Picture = compact({
    href: own.href,
    hint: hint.toLowerCase().slice(0, 400),
    width,
    height,
  });
  const isOwn = gallery !== undefined || attributes.get("itemprop")?.trim().toLowerCase() === "image";
  const pictures = isOwn ? facts.images : facts.contentImages;
  if (pictures.length < REPEATED_VALUES) pictures.push(picture);
}

function hires(href: string | undefined): SizedAddress | undefined {
  return href === undefined || href.trim() === "" ? undefined : { href };
}

function addressOf(attributes: Attributes, sources: string): SizedAddress | undefined {
  const late = attributes.get("data-src") ?? "";
  const src = late.trim() === "" ? (attributes.get("src") ?? "") : late;
  const file = src.split(/[?#]/, 1)[0]?.split("/").at(-1)?.toLowerCase() ?? "";
  const isReal = src.trim() !== "" && !src.startsWith("data:") && !PLACEHOLDER_NAME.test(file);
  if (isReal) return { href: src };
  const set = widestOf(attributes.get("srcset")) ?? widestOf(attributes.get("data-srcset")) ?? widestOf(sources);
  return set ?? (src.trim() === "" || src.startsWith("data:") ? undefined : { href: src });
}
