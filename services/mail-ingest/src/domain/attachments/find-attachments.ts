import { ATTACHED_TEXT_BYTES } from "@satchel/contracts";
import { isShortcut } from "../extraction/shortcuts.ts";
import { textOf } from "../message/decoding.ts";
import { contentId, type Part } from "../message/part.ts";

/** What belongs to a mail and is no file of its sender's: signatures, business cards, invitations, reports, links. */
const BESIDE = new Set([
  "application/pgp-signature",
  "application/pgp-encrypted",
  "application/pgp-keys",
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "application/ics",
  "message/delivery-status",
  "message/disposition-notification",
  "text/calendar",
  "text/css",
  "text/rfc822-headers",
  "text/uri-list",
  "text/vcard",
  "text/x-vcard",
  "text/directory",
]);

const HTML = new Set(["text/html", "application/xhtml+xml"]);

/** Texts that are shown as the mail, where they have no name. */
const TEXT = new Set(["text/plain", "text/markdown", "text/x-markdown", "text/x-web-markdown", "text/enriched"]);

/**
 * The files and mails that came with a mail, in its order: what its reader sees as attached. The texts of the mail, what they
 * show, and what holds an address alone (`.url`, `.webloc`, pages) are none.
 */
export function findAttachments(mail: Part): Part[] {
  const shown = shownIds(mail);
  const find = (part: Part, isRelated: boolean): Part[] => {
    const { type, parts } = part;
    if (type.startsWith("message/") && parts.length > 0) return [part];
    if (type === "multipart/signed" || type === "multipart/report")
      return parts.slice(0, 1).flatMap((one) => find(one, false));
    if (type === "multipart/related") return parts.flatMap((one, at) => find(one, at > 0));
    if (type.startsWith("multipart/")) return parts.flatMap((one) => find(one, false));
    return isFile(part, isRelated, shown) ? [part] : [];
  };
  return find(mail, false);
}

function isFile(part: Part, isRelated: boolean, shown: ReadonlySet<string>): boolean {
  const { type, disposition, fileName } = part;
  if (BESIDE.has(type) || HTML.has(type) || isShortcut(part) || /\.(?:html?|ics|vcf|asc|p7s)$/i.test(fileName))
    return false;
  const isNamed = disposition === "attachment" || fileName !== "";
  if (type.startsWith("image/")) {
    const id = contentId(part);
    const isShown = id !== undefined && (isRelated || shown.has(id));
    return !isShown && (isNamed || !isRelated);
  }
  if (TEXT.has(type)) return isNamed && !isAddressAlone(part);
  return isNamed || !isRelated;
}

/** A text that is one address: it is a link, and no text to be read. */
const isAddressAlone = (part: Part): boolean =>
  part.content.length <= ATTACHED_TEXT_BYTES && /^\s*https?:\/\/\S+\s*$/i.test(textOf(part));

/** The ids of parts that a mail's own HTML shows (RFC 2392). */
function shownIds(mail: Part): ReadonlySet<string> {
  const ids = new Set<string>();
  const read = (part: Part): void => {
    if (part.type.startsWith("message/")) return;
    if (HTML.has(part.type) && part.disposition !== "attachment") {
      for (const [, id = ""] of textOf(part).matchAll(/\bcid:([^\s"'<>)]{1,500})/gi)) {
        ids.add(id);
        ids.add(decoded(id));
      }
    }
    for (const one of part.parts) read(one);
  };
  read(mail);
  return ids;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
