import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import type { AnyEvent, LinkChanges, UserId } from "@satchel/contracts";
import { indexed, type IndexedText, indexedAddress, indexedTags, type Weight } from "../domain/vectors.ts";
import { tables } from "./tables.ts";

/** Columns of `search.texts` with their indexed texts; null: no text. */
type Columns = Readonly<Record<string, IndexedText | null>>;

function project({ at, type, data, sequence }: StoredEvent): Change[] {
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type, data } as AnyEvent;
  const key = { user_id, id: at.aggregateId ?? "" };
  const sweepDue: Change = { op: "put", table: "sweeps", row: { user_id, sequence } };
  const change = (columns: Columns): Change[] =>
    Object.keys(columns).length === 0
      ? []
      : [{ op: "patch", table: "texts", key, set: vectorsOf(columns) }, ...wordsOf(user_id, columns), sweepDue];

  switch (event.type) {
    case "LinkSaved": {
      const { url, title, suggestedTitle, description, notes, tags } = event.data;
      const columns = {
        own_title: textOf(title, "A"),
        page_title: null,
        suggested_title: textOf(suggestedTitle, "A"),
        own_tags: tags === undefined ? null : indexedTags(tags),
        page_tags: null,
        own_description: textOf(description, "C"),
        page_description: null,
        address: indexedAddress(url),
        final_address: null,
        notes: textOf(notes, "D"),
      };
      return [{ op: "put", table: "texts", row: { ...key, ...vectorsOf(columns) } }, ...wordsOf(user_id, columns)];
    }
    case "LinkSavedAgain":
      return change(ownColumns(event.data));
    case "LinkChanged":
      return change({ ...ownColumns(event.data), ...(event.data.tagsOfPage === true ? { own_tags: null } : {}) });
    case "LinkPurged":
      return [{ op: "remove", table: "texts", key }, sweepDue];
    case "PageDescribed": {
      const { url, finalUrl, page } = event.data;
      return change({
        page_title: textOf(page.title, "A"),
        page_description: textOf(page.description, "C"),
        page_tags: indexedTags(page.tags),
        ...finalAddress(url, finalUrl),
      });
    }
    case "PageFetchFailed":
    case "PageUnreachable": {
      const { url, finalUrl } = event.data;
      return finalUrl === undefined ? [] : change(finalAddress(url, finalUrl));
    }
    case "UserErased":
      return tables.map(({ name }) => ({ op: "removeWhere", table: name, where: { user_id } }));
    default:
      return [];
  }
}

const textOf = (text: string | undefined, weight: Weight): IndexedText | null =>
  text === undefined ? null : indexed([text], weight);

const finalAddress = (url: string, finalUrl: string): Columns => ({
  final_address: finalUrl === url ? null : indexedAddress(finalUrl),
});

/** The columns of the owner's texts. Missing fields stay; an empty one becomes null, so that the page's text is shown. */
const ownColumns = ({ title, description, notes, tags }: LinkChanges): Columns => ({
  ...(title === undefined ? {} : { own_title: textOf(title || undefined, "A") }),
  ...(description === undefined ? {} : { own_description: textOf(description || undefined, "C") }),
  ...(notes === undefined ? {} : { notes: textOf(notes || undefined, "D") }),
  ...(tags === undefined ? {} : { own_tags: indexedTags(tags) }),
});

const vectorsOf = (columns: Columns): Record<string, string | null> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column?.vector ?? null]));

// Words of one character are never looked up.
const wordsOf = (user_id: UserId, columns: Columns): Change[] =>
  [...new Set(Object.values(columns).flatMap((column) => column?.words ?? []))]
    .filter((word) => word.length > 1)
    .map((word) => ({ op: "put", table: "vocabulary", row: { user_id, word } }));

/** The words of links, and the vocabulary of accounts. */
export const searchProjection: Projection = { name: "search", version: 1, tables, project };
