import {
  type Capture,
  type CapturedAttachment,
  type Import,
  type Link,
  LINK_PAGE_SIZE_MAX,
  type MailId,
  type UndoneCapture,
} from "@satchel/contracts";
import { listCaptures, listImports, undoCapture } from "@satchel/contracts/later-routes";
import { listLinks } from "@satchel/contracts/routes";
import { api } from "../../session/api.ts";
import { type PageCursor, byCursor, nextIn } from "../../session/paging.ts";

interface CapturePage extends PageCursor {
  readonly captures: readonly Capture[];
}

interface SavesPage extends PageCursor {
  readonly links: readonly Link[];
}

const capturesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Captures, newest first; all loaded pages are refetched after a change. */
    captures: build.infiniteQuery<CapturePage, void, string | null>({
      query: ({ pageParam }) => ({ operation: listCaptures, query: { cursor: pageParam ?? undefined } }),
      transformResponse: (captures: Capture[], meta) => ({ captures, next: nextIn(meta) }),
      infiniteQueryOptions: byCursor,
      providesTags: ["Captures"],
    }),
    /** Links, newest first, of which the page shows those that came by no mail and no import. */
    saves: build.infiniteQuery<SavesPage, void, string | null>({
      query: ({ pageParam }) => ({
        operation: listLinks,
        query: { size: LINK_PAGE_SIZE_MAX, cursor: pageParam ?? undefined },
      }),
      transformResponse: (links: Link[], meta) => ({ links, next: nextIn(meta) }),
      infiniteQueryOptions: byCursor,
      providesTags: ["Saves"],
    }),
    /** The imports of the last weeks. */
    importsSaved: build.query<Import[], void>({
      query: () => ({ operation: listImports }),
      transformResponse: (answer: { imports: Import[] }) => answer.imports,
      providesTags: ["Saves"],
    }),
    /** Undoes what a mail did. Its links arrive as live events. */
    undoCapture: build.mutation<UndoneCapture, MailId>({
      query: (id) => ({ operation: undoCapture, params: { id } }),
    }),
  }),
});

export const { useCapturesInfiniteQuery, useImportsSavedQuery, useSavesInfiniteQuery, useUndoCaptureMutation } =
  capturesApi;

/** Something that came into the archive, and when. */
export type Arrival =
  | { readonly kind: "mail"; readonly at: string; readonly capture: Capture }
  | { readonly kind: "link"; readonly at: string; readonly link: Link }
  | { readonly kind: "import"; readonly at: string; readonly of: Import };

/** A list that is loaded from its newest item on. */
interface LoadedList<T> {
  readonly items: readonly T[];
  /** Whether all items are loaded. */
  readonly isWhole: boolean;
}

/**
 * What arrived, newest first, of the time for which all lists are loaded: further back, what is not loaded yet would be
 * missing between the rest. Links that came by mail or import are shown with these.
 * @param since nothing older is shown (ISO 8601)
 */
export function arrivalsOf(
  captures: LoadedList<Capture>,
  links: LoadedList<Link>,
  imports: readonly Import[],
  since: string,
): Arrival[] {
  const from = [since];
  const oldestMail = captures.items.at(-1)?.received_at;
  if (!captures.isWhole && oldestMail !== undefined) from.push(oldestMail);
  const oldestLink = links.items.at(-1)?.saved_at;
  if (!links.isWhole && oldestLink !== undefined) from.push(oldestLink);
  const start = from.reduce((a, b) => (a > b ? a : b));
  const byHand = links.items.filter(({ saved_by }) => saved_by !== "mail" && saved_by !== "import");
  const all: Arrival[] = [
    ...captures.items.map((capture) => ({ kind: "mail" as const, at: capture.received_at, capture })),
    ...byHand.map((link) => ({ kind: "link" as const, at: link.saved_at, link })),
    ...imports.map((of) => ({ kind: "import" as const, at: of.started_at, of })),
  ];
  return all.filter(({ at }) => at >= start).toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** The color of a capture: quiet for success, amber if the user has to act. Nothing is lost, so nothing is red. */
export type Tone = "ok" | "quiet" | "warn";

/** Whether a mail, or an address or attachment of it, was not saved. */
export const isUnsaved = ({ outcome, unusable, without_room, attachments }: Capture): boolean =>
  outcome === "refused" || unusable.length > 0 || without_room.length > 0 || attachments.some(isLost);

/** Whether an attachment was to be kept, and is not. */
const isLost = ({ outcome, left_out }: CapturedAttachment): boolean =>
  outcome === "without-room" || (left_out !== null && left_out.reason !== "off");

/** The tone of a mail. Duplicates need no action. */
export function toneOf(capture: Capture): Tone {
  if (isUnsaved(capture)) return "warn";
  const isNew = capture.saved.length > 0 || capture.attachments.some(({ outcome }) => outcome === "saved");
  return isNew ? "ok" : "quiet";
}

/** Whether a mail did something that may be undone. */
export const canBeUndone = ({ saved, duplicates, attachments, command }: Capture): boolean =>
  saved.length + duplicates.length > 0 ||
  attachments.some(({ id }) => id !== null) ||
  (command?.outcome?.kind === "changed" && command.outcome.changed > 0) ||
  command?.outcome?.kind === "undone";

/** Captures without duplicates: a mail that arrived between two requests may be on both pages. */
export function eachOnce(captures: readonly Capture[]): Capture[] {
  const seen = new Set<string>();
  return captures.filter(({ id }) => !seen.has(id) && seen.add(id).size > 0);
}

/** The number of not completely saved captures after a time; "" is before all. */
export const unsavedSince = (captures: readonly Capture[], seen: string): number =>
  captures.filter((capture) => isUnsaved(capture) && capture.received_at > seen).length;
