import { compact } from "@satchel/contracts/compact";

/** The parts of a Content-Type: the media type in lower case without parameters, and the charset as written. */
type ContentType = { mediaType: string; charset?: string };

/** Media types for files of unknown kind, or for downloads. */
export const UNNAMED_TYPES: readonly string[] = [
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-octet-stream",
  "application/download",
  "application/x-download",
  "application/force-download",
  "application/x-force-download",
  "application/unknown",
  "application/binary",
];

const CHARSET = /;\s*charset\s*=\s*(?:"([^"]{1,40})"|([^\s;,"]{1,40}))/i;

/**
 * Reads a Content-Type field (RFC 9110 section 8.3). Of several in one field the last valid one counts (Fetch Standard, section
 * 2.2.2). An invalid one, and one that says that it is unknown (MIME Sniffing, section 7), give an empty media type, never an error.
 */
export function parseContentType(field: string): ContentType {
  const named = field.split(",").map((one) => (one.split(";", 1)[0] ?? "").trim().toLowerCase());
  const mediaType = named.findLast((one) => /^[^\s/"]+\/[^\s/"]+$/.test(one) && one !== "unknown/unknown") ?? "";
  const match = CHARSET.exec(field);
  const charset = match?.[1] ?? match?.[2];
  return compact({ mediaType, charset });
}

/**
 * Whether a media type lies in one of the ranges of an Accept field, such as `text/html` or `image/*`. Weights (`;q=0.5`)
 * are ignored.
 */
export function isAccepted(mediaType: string, ranges: readonly string[]): boolean {
  const [type] = mediaType.split("/", 1);
  return ranges.some((range) => {
    const { mediaType: wanted } = parseContentType(range);
    return wanted === mediaType || wanted === `${type}/*` || wanted === "*/*";
  });
}
