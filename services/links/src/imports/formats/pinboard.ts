import { type Bookmark, type Parse, readOnce } from "./entry.ts";
import { dateOf, textOf } from "./fields.ts";
import { htmlTokens } from "./html-tokens.ts";
import { jsonObjects } from "./json-objects.ts";

/** Pinboard's backup: an array of posts. */
export const parsePinboard: Parse = (open) =>
  jsonObjects(open(), [["*"]], (fields) => postOf(fields, fields.tags, fields.toread === "no"));

/**
 * The same as XML, `<posts><post href="…" …/></posts>`; Delicious wrote it, too. `toread` is there where it is `yes` alone;
 * `shared` is in every post of Pinboard.
 */
export const parsePinboardXml: Parse = async function* (open) {
  for await (const token of htmlTokens(open())) {
    if (token.kind !== "open" || token.tag !== "post") continue;
    const fields = Object.fromEntries(token.attributes);
    yield postOf(fields, fields.tag, fields.toread !== "yes" && fields.shared !== undefined);
  }
};

/** `description` is the title, `extended` the text; tags are separated by spaces. */
const postOf = (fields: Readonly<Record<string, unknown>>, tags: unknown, isRead: boolean): Bookmark => ({
  kind: "bookmark",
  url: textOf(fields.href) ?? "",
  title: textOf(fields.description),
  description: textOf(fields.extended),
  tags: textOf(tags)?.split(" "),
  savedAt: dateOf(fields.time),
  visits: readOnce(isRead),
});
