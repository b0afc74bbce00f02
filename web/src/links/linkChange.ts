import { type Link, type LinkId, isSameTag } from "@satchel/contracts";

/** Changed fields of a link. Folder 0 is none; an empty title or description restores the page's own. */
export interface LinkWords {
  readonly is_favorite?: boolean;
  readonly folder_id?: number;
  readonly title?: string;
  readonly description?: string;
  readonly notes?: string;
  /** Only what is changed, so that a tag that came elsewhere stays. */
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  /** When to show it again (RFC 3339); null: not. */
  readonly remind_at?: string | null;
}

/** A change of one link. */
export interface LinkChange {
  readonly link: Link;
  readonly change: LinkWords;
  /** Whether it is an undo itself, without an offer to undo it. */
  readonly isUndo?: boolean;
  /**
   * Whether favorites and tags are said, with an offer to undo, as the others are: it was made by dragging, a key, a menu or
   * a dialog, and no control that has the focus tells that it was.
   */
  readonly isSaid?: boolean;
}

/** A link after a change. Only the server knows the page's own title or description after a reset. */
export function withChange<L extends Link>(link: L, { change }: LinkChange): L {
  const { folder_id, title, description, notes, add_tags = [], remove_tags = [], remind_at, ...rest } = change;
  const { reminder, ...others } = link;
  const next = remind_at === undefined ? reminder : remind_at === null ? undefined : { at: remind_at, is_due: false };
  return {
    ...others,
    ...rest,
    ...(next === undefined ? {} : { reminder: next }),
    ...(folder_id === undefined ? {} : { folder_id: folder_id === 0 ? null : folder_id }),
    ...(title === undefined || title === "" ? {} : { title }),
    ...(description === undefined || description === "" ? {} : { description }),
    ...(notes === undefined ? {} : { notes: notes === "" ? null : notes }),
    ...(add_tags.length + remove_tags.length === 0 ? {} : { tags: withTags(link.tags, add_tags, remove_tags) }),
  } as L;
}

const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((other) => isSameTag(other, tag));

/** Tags after a change, as the server makes it. */
function withTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const left = tags.filter((tag) => !hasTag(removed, tag));
  return [...left, ...added.filter((tag) => !hasTag(left, tag))];
}

/** Changes without an answer yet, in their order. */
const unanswered = new Map<LinkId, readonly LinkChange[]>();

/** Applies a change to all answers about its link until the returned function is called. */
export function underWay(change: LinkChange): () => void {
  const { id } = change.link;
  unanswered.set(id, [...(unanswered.get(id) ?? []), change]);
  return () => {
    const rest = (unanswered.get(id) ?? []).filter((other) => other !== change);
    if (rest.length === 0) unanswered.delete(id);
    else unanswered.set(id, rest);
  };
}

/**
 * A link from the server with the changes without an answer yet. Otherwise a tag that was just added would disappear for a
 * moment, and be missing in the next list of tags that is sent.
 */
export const withUnanswered = <L extends Link>(link: L): L => (unanswered.get(link.id) ?? []).reduce(withChange, link);

/** The last queued call of each link. */
const last = new Map<LinkId, Promise<unknown>>();

/** Makes the calls of a link one after another, so that the last one wins. */
export function inTurn<Answer>(id: LinkId, call: () => Promise<Answer>): Promise<Answer> {
  const turn = (last.get(id) ?? Promise.resolve()).then(call, call);
  last.set(id, turn);
  const end = (): void => {
    if (last.get(id) === turn) last.delete(id);
  };
  turn.then(end, end);
  return turn;
}

/** Calls in progress that change many links. */
const many = new Set<Promise<unknown>>();

/** Has {@link callsHaveEnded} wait for a call that changes many links. */
export function changesMany<Answer>(call: Promise<Answer>): Promise<Answer> {
  const end = (): void => void many.delete(call);
  many.add(call);
  call.then(end, end);
  return call;
}

/** Resolves when the calls in progress have ended. */
export const callsHaveEnded = async (): Promise<void> => void (await Promise.allSettled([...last.values(), ...many]));
