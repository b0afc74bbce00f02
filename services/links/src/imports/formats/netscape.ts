import { FOLDERS_DEEP, PIECE_CHARS } from "../limits.ts";
import { type Bookmark, type Parse, readOnce, type Visits } from "./entry.ts";
import { dateOf, isTrue } from "./fields.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";

/**
 * Containers that browsers make and that are no folders of the user's: the bar, the menu and "others", by the names that
 * they have in English and German. Only at the outermost level; below it, such a name is a user's own folder.
 */
const CONTAINERS = new Set([
  "bookmarks",
  "bookmarks bar",
  "bookmarks toolbar",
  "bookmarks menu",
  "bookmarksbar",
  "bookmarksmenu",
  "other bookmarks",
  "mobile bookmarks",
  "favorites",
  "favorites bar",
  "favourites",
  "favourites bar",
  "other favorites",
  "mobile favorites",
  "unsorted",
  "unsorted bookmarks",
  "lesezeichen",
  "lesezeichenleiste",
  "lesezeichen-symbolleiste",
  "lesezeichen-menü",
  "lesezeichenmenü",
  "weitere lesezeichen",
  "mobile lesezeichen",
  "andere lesezeichen",
  "favoriten",
  "favoritenleiste",
  "weitere favoriten",
]);
const CONTAINER_MARKS = ["personal_toolbar_folder", "unfiled_bookmarks_folder", "bookmarks_menu"];

/** Headings of Pocket and Instapaper for articles that were read. */
const READ_SECTIONS = new Set(["read archive", "archive"]);

/** The marks around notes in linkding's descriptions, and the tag of its archived bookmarks. */
const NOTES = { open: "[linkding-notes]", close: "[/linkding-notes]" };
const ARCHIVED_TAG = "linkding:bookmarks.archived";

/** A description with notes as linkding writes it. Marks that stand in the texts themselves get a backslash. */
export const withNotes = (description: string, notes: string): string =>
  escaped(description) + (notes === "" ? "" : NOTES.open + escaped(notes) + NOTES.close);

const escaped = (text: string): string => text.replace(/\[(?=\\*\/?linkding-notes\])/g, "[\\");
const unescaped = (text: string): string => text.replace(/\[\\(?=\\*\/?linkding-notes\])/g, "[");

/**
 * The format that Netscape invented and every browser writes ("NETSCAPE-Bookmark-file-1"): `<DT><H3>` names the `<DL>` that
 * follows, `<DT><A>` is a bookmark, `<DD>` after it its description. End tags are often missing, so an entry ends where the
 * next one begins. The HTML of Pocket and Instapaper, lists below headings, is read alike.
 */
export const parseNetscape: Parse = async function* (open) {
  const reader = new Reader();
  for await (const token of htmlTokens(open())) {
    const bookmark = reader.read(token);
    if (bookmark !== undefined) yield bookmark;
  }
  const last = reader.end();
  if (last !== undefined) yield last;
};

/** Tags that end a description; all others are part of it. */
const AFTER_DESCRIPTION = new Set(["dt", "dd", "dl", "h3"]);

/** Elements of a description that stand on lines of their own. */
const BREAKS = new Set(["br", "p", "div", "li", "ul", "ol", "tr", "blockquote", "h1", "h2", "h4", "hr"]);

/** Whether a tag is part of a description: so is a link without a date, which its author wrote there. */
const isOfDescription = (tag: string, attributes: ReadonlyMap<string, string>): boolean =>
  tag === "a" ? !attributes.has("add_date") && !attributes.has("time_added") : !AFTER_DESCRIPTION.has(tag);

type TextTarget = "nothing" | "folder" | "title" | "description" | "section";

class Reader {
  /** Names of the enclosing lists, null for those that are not folders; too deep ones are only counted. */
  readonly #lists: (string | null)[] = [];
  #tooDeep = 0;
  #collecting: TextTarget = "nothing";
  #text = "";
  /** Name of the next list. */
  #heading: string | null = null;
  #isContainer = false;
  #isReadSection = false;
  #anchor: { readonly attributes: ReadonlyMap<string, string>; title: string; description: string } | undefined;

  /** Reads the next token. @returns the bookmark that ends with it, if any */
  read(token: HtmlToken): Bookmark | undefined {
    if (token.kind === "text") {
      if (this.#collecting !== "nothing" && this.#text.length < PIECE_CHARS) this.#text += token.text;
      return undefined;
    }
    return token.kind === "open" ? this.#open(token.tag, token.attributes) : this.#close(token.tag);
  }

  end(): Bookmark | undefined {
    this.#finish();
    return this.#bookmark();
  }

  #open(tag: string, attributes: ReadonlyMap<string, string>): Bookmark | undefined {
    if (this.#collecting === "description" && isOfDescription(tag, attributes)) {
      if (BREAKS.has(tag)) this.#text += " ";
      return undefined;
    }
    switch (tag) {
      case "a": {
        const before = this.end();
        this.#anchor = { attributes, title: "", description: "" };
        this.#collect("title");
        return before;
      }
      case "h3": {
        const before = this.end();
        this.#isContainer = CONTAINER_MARKS.some((mark) => attributes.has(mark));
        this.#collect("folder");
        return before;
      }
      case "h1":
      case "h2": {
        const before = this.end();
        this.#collect("section");
        return before;
      }
      case "dl": {
        const before = this.end();
        if (this.#lists.length < FOLDERS_DEEP) this.#lists.push(this.#heading);
        else this.#tooDeep++;
        this.#heading = null;
        return before;
      }
      case "dd":
        this.#finish();
        if (this.#anchor !== undefined) this.#collect("description");
        return undefined;
      case "dt":
      case "hr":
      case "li":
        return this.end();
      default:
        return undefined;
    }
  }

  #close(tag: string): Bookmark | undefined {
    if (this.#collecting === "description" && tag !== "dl" && tag !== "dd") return undefined;
    switch (tag) {
      case "a":
      case "h1":
      case "h2":
      case "h3":
        this.#finish();
        return undefined;
      case "dl": {
        const before = this.end();
        if (this.#tooDeep > 0) this.#tooDeep--;
        else this.#lists.pop();
        this.#heading = null;
        return before;
      }
      case "li":
      case "dd":
        return this.end();
      default:
        return undefined;
    }
  }

  #collect(what: TextTarget): void {
    this.#collecting = what;
    this.#text = "";
  }

  /** What was being collected is complete. */
  #finish(): void {
    const text = this.#text.trim();
    if (this.#collecting === "folder") this.#heading = this.#isNoFolder(text) ? null : text;
    else if (this.#collecting === "section") this.#isReadSection = READ_SECTIONS.has(text.toLowerCase());
    else if (this.#anchor !== undefined && this.#collecting === "title") this.#anchor.title = text;
    else if (this.#anchor !== undefined && this.#collecting === "description") this.#anchor.description = text;
    this.#collect("nothing");
  }

  #isNoFolder(name: string): boolean {
    const isOutermost = this.#lists.every((list) => list === null);
    return name === "" || this.#isContainer || (isOutermost && CONTAINERS.has(name.toLowerCase()));
  }

  #bookmark(): Bookmark | undefined {
    const anchor = this.#anchor;
    this.#anchor = undefined;
    if (anchor === undefined) return undefined;
    const attribute = (name: string): string => anchor.attributes.get(name) ?? "";
    // Firefox' own searches ("Recently bookmarked") are not links.
    if (attribute("href").startsWith("place:")) return undefined;
    const { description, notes } = withoutNotes(anchor.description);
    const tags = attribute("tags").split(",");
    const added = dateOf(attribute("add_date")) ?? dateOf(attribute("time_added"));
    return {
      kind: "bookmark",
      url: attribute("href"),
      // Pocket uses the address as the title of pages that it could not read.
      title: anchor.title === attribute("href") ? "" : anchor.title,
      description,
      notes,
      tags: tags.filter((tag) => tag !== ARCHIVED_TAG),
      folders: this.#lists.filter((list) => list !== null),
      isFavorite: isTrue(attribute("data-important")),
      createdAt: added,
      savedAt: added,
      visits: this.#visits(anchor.attributes, tags),
    };
  }

  #visits(attributes: ReadonlyMap<string, string>, tags: readonly string[]): Visits | undefined {
    const lastAt = dateOf(attributes.get("last_visit"));
    const toRead = attributes.get("toread");
    if (toRead !== undefined && isTrue(toRead) && lastAt === undefined) return undefined;
    if (lastAt !== undefined) return { count: 1, lastAt };
    return readOnce(toRead === "0" || this.#isReadSection || tags.includes(ARCHIVED_TAG));
  }
}

/** Separates a description and the notes within it: the reverse of {@link withNotes}. */
function withoutNotes(text: string): { description: string; notes?: string } {
  const start = text.indexOf(NOTES.open);
  const end = start < 0 ? -1 : text.indexOf(NOTES.close, start);
  if (end < 0) return { description: unescaped(text) };
  return {
    description: unescaped(text.slice(0, start) + text.slice(end + NOTES.close.length)),
    notes: unescaped(text.slice(start + NOTES.open.length, end)),
  };
}
