import type { Change, Projection, Row, StoredEvent } from "@satchel/chassis";
import type { AnyEvent, LinkChanges, UserId } from "@satchel/contracts";
import {
  indexed,
  type IndexedText,
  indexedAddress,
  indexedTags,
  ownerName,
  type Weight,
  withNames,
} from "../domain/vectors.ts";
import { isOfVocabulary } from "../domain/words.ts";
import { tables, texts } from "./tables.ts";

/** A row without any text. */
const NO_TEXTS = Object.fromEntries(Object.keys(texts.columns).map((name) => [name, null]));

/** Columns of `search.texts` with their indexed texts; null: no text. */
type Columns = Readonly<Record<string, IndexedText | null>>;

function project({ at, type, data, sequence }: StoredEvent): Change[] {
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type, data } as AnyEvent;
  const key = { user_id, id: at.aggregateId ?? "" };
  const sweepDue = put("sweeps", { user_id, sequence });
  // Writes nothing for a link without a copy.
  const refile = (id: string): Change => patch("filings", { user_id, id }, { sequence });
  const change = (columns: Columns): Change[] =>
    Object.keys(columns).length === 0
      ? []
      : [patch("texts", key, vectorsOf(columns)), ...vocabularyOf(user_id, columns), sweepDue, refile(key.id)];

  switch (event.type) {
    case "LinkSaved": {
      const columns = {
        ...ownColumns(event.data),
        suggested_title: textOf(event.data.suggestedTitle, "A"),
        address: withNames(indexedAddress(event.data.url), [ownerName(user_id)]),
      };
      return [put("texts", { ...NO_TEXTS, ...key, ...vectorsOf(columns) }), ...vocabularyOf(user_id, columns)];
    }
    case "LinkSavedAgain":
      return change(ownColumns(event.data));
    case "LinkChanged":
      return change({ ...ownColumns(event.data), ...(event.data.tagsOfPage === true ? { own_tags: null } : {}) });
    case "LinkPurged":
      return [
        remove("texts", key),
        sweepDue,
        ...["copies", "filings", "passages", "readings"].map((table) => removeAll(table, key)),
      ];
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
    case "PageKept": {
      const { version, linkId: id, language } = event.data;
      const copy = { user_id, id, version, sequence, language: language?.toLowerCase() ?? null, is_deleted: false };
      return [put("copies", copy), put("filings", { user_id, id, sequence, filed: 0 })];
    }
    case "CopyDeleted":
    case "CopyRestored":
    case "CopyPurged": {
      const { version, linkId: id } = event.data;
      const copy = { user_id, id, version };
      return [
        event.type === "CopyPurged"
          ? remove("copies", copy)
          : patch("copies", copy, { is_deleted: event.type === "CopyDeleted" }),
        refile(id),
      ];
    }
    case "HighlightMade":
    case "HighlightChanged": {
      const { linkId: id, highlightId, note } = event.data;
      return [
        ...(event.type === "HighlightMade"
          ? ofHighlight({ user_id, id, part: `h${highlightId}` }, event.data.quote.exact, "A")
          : [sweepDue]),
        ...(note === undefined ? [] : ofHighlight({ user_id, id, part: `n${highlightId}` }, note, "B")),
      ];
    }
    case "HighlightDeleted":
    case "HighlightRestored":
    case "HighlightPurged": {
      const { linkId: id, highlightId } = event.data;
      const parts = [`h${highlightId}`, `n${highlightId}`].map((part) => ({ user_id, id, part }));
      return [
        sweepDue,
        ...parts.map((part) =>
          event.type === "HighlightPurged"
            ? remove("passages", part)
            : patch("passages", part, { is_deleted: event.type === "HighlightDeleted" }),
        ),
      ];
    }
    case "ReadingMoved":
      return [put("readings", { ...key, part: event.data.part })];
    case "UserErased":
      return tables.map(({ name }) => removeAll(name, { user_id }));
    default:
      return [];
  }
}

const put = (table: string, row: Row): Change => ({ op: "put", table, row });
const patch = (table: string, key: Row, set: Row): Change => ({ op: "patch", table, key, set });
const remove = (table: string, key: Row): Change => ({ op: "remove", table, key });
const removeAll = (table: string, where: Row): Change => ({ op: "removeWhere", table, where });

/** A highlight, or its note. */
function ofHighlight(key: Row & { readonly user_id: UserId }, content: string, weight: Weight): Change[] {
  const { vector, words } = withNames(indexed([content], weight), [ownerName(key.user_id)]);
  return [
    put("passages", { ...key, content, words: vector, is_deleted: false }),
    ...vocabulary(key.user_id, true, words.filter(isOfVocabulary)),
  ];
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

const vocabularyOf = (user_id: UserId, columns: Columns): Change[] => {
  const words = new Set(Object.values(columns).flatMap((column) => column?.words ?? []));
  // Words of one character are never looked up.
  return vocabulary(
    user_id,
    false,
    [...words].filter((word) => word.length > 1),
  );
};

const vocabulary = (user_id: UserId, in_text: boolean, words: readonly string[]): Change[] =>
  words.map((word) => put("vocabulary", { user_id, in_text, word }));

/** The words of links and highlights, the vocabularies of accounts, and which texts of copies are to be filed. */
export const searchProjection: Projection = { name: "search", version: 8, tables, project };
