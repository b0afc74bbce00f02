import type { Link, LinkId } from "@satchel/contracts";

/** What may be changed of a link. Folder 0 is none; an empty title or description gives the word back to the page. */
export interface LinkWords {
  readonly is_favorite?: boolean;
  readonly folder_id?: number;
  readonly title?: string;
  readonly description?: string;
  readonly notes?: string;
  readonly tags?: readonly string[];
}

/** A change of one link. */
export interface LinkChange {
  readonly link: Link;
  readonly change: LinkWords;
  /** It takes something back itself, so taking it back is not offered. */
  readonly isUndo?: boolean;
  /** It was made by dragging, which a slip of the hand can do: taking a star back is offered, too. */
  readonly isDragged?: boolean;
}

/** A link as a change will leave it. What an emptied title or description becomes only the server knows. */
export function withChange<L extends Link>(link: L, { change }: LinkChange): L {
  const { folder_id, title, description, notes, tags, ...rest } = change;
  return {
    ...link,
    ...rest,
    ...(folder_id === undefined ? {} : { folder_id: folder_id === 0 ? null : folder_id }),
    ...(title === undefined || title === "" ? {} : { title }),
    ...(description === undefined || description === "" ? {} : { description }),
    ...(notes === undefined ? {} : { notes: notes === "" ? null : notes }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
  };
}

/** Changes that no answer has come for, in the order in which they were made. */
const unanswered = new Map<LinkId, readonly LinkChange[]>();

/** Keeps a change in sight, whatever else the server tells of its link, until the function is called that is given. */
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
 * A link as the server told it, with the changes that it may not have heard of yet: without them a tag that was just added
 * would be gone for a moment, and would be missing in the next list of tags that is sent.
 */
export const withUnanswered = <L extends Link>(link: L): L => (unanswered.get(link.id) ?? []).reduce(withChange, link);

/** The last of the calls that are to be made one after the other, by link. */
const last = new Map<LinkId, Promise<unknown>>();

/** Makes a call about a link when those before it have ended: what was said last is to be what stays. */
export function inTurn<Answer>(id: LinkId, call: () => Promise<Answer>): Promise<Answer> {
  const turn = (last.get(id) ?? Promise.resolve()).then(call, call);
  last.set(id, turn);
  const end = (): void => {
    if (last.get(id) === turn) last.delete(id);
  };
  turn.then(end, end);
  return turn;
}
