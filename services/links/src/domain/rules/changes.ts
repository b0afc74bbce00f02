import {
  type FolderId,
  type LinkChanges,
  type PastEffects,
  type RuleAction,
  type RuleEffects,
  TAGS_PER_LINK,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { type LinkState, shownTags } from "../link-state.ts";
import { cleanTags, sameTags } from "../tags.ts";

/** What rules want of one link. */
export interface WantedChanges {
  readonly folderId?: FolderId;
  readonly tags?: readonly string[];
  readonly isFavorite?: true;
  readonly effects: RuleEffects;
}

/**
 * What the actions of rules come to, in the order of the rules: of several folders, e-readers or decisions about the copy the
 * first counts, and tags are united.
 * @param isKnown whether a folder is there: one that was deleted since is left out
 */
export function wantedBy(actions: readonly RuleAction[], isKnown: (folderId: FolderId) => boolean): WantedChanges {
  const tags = actions.flatMap((action) => (action.kind === "tag" ? action.tags : []));
  const move = actions.find((action) => action.kind === "move" && isKnown(action.folder_id));
  const keep = actions.find((action) => action.kind === "keep");
  const send = actions.find((action) => action.kind === "send");
  const has = (kind: RuleAction["kind"]): boolean => actions.some((action) => action.kind === kind);
  return {
    ...(move?.kind === "move" ? { folderId: move.folder_id } : {}),
    ...(tags.length === 0 ? {} : { tags: cleanTags(tags) }),
    ...(has("favorite") ? { isFavorite: true } : {}),
    effects: {
      ...(has("done") ? { done: true } : {}),
      ...(keep === undefined ? {} : { keep: keep.is_on }),
      ...(has("mute") ? { mute: true } : {}),
      ...(has("notify") ? { notify: true } : {}),
      ...(send === undefined ? {} : { sendTo: send.email }),
    },
  };
}

/** What of a link a person has changed since it was saved, or an earlier rule: no rule changes that. */
export interface ClaimedFields {
  readonly folder: boolean;
  readonly favorite: boolean;
  readonly tags: boolean;
}

const UNCLAIMED: ClaimedFields = { folder: false, favorite: false, tags: false };

/** What of the effects is applied to links that are there: what can be taken back. */
export const pastEffectsOf = ({ done, keep }: RuleEffects): PastEffects => compact({ done, keep });

/** The fields of a link that differ from what is wanted. Tags that find no room are left out. */
export function changesOf(
  state: Pick<LinkState, "folderId" | "isFavorite" | "tags" | "pageTags">,
  { folderId, tags = [], isFavorite }: Omit<WantedChanges, "effects">,
  claimed: ClaimedFields = UNCLAIMED,
): Pick<LinkChanges, "folderId" | "isFavorite" | "tags"> {
  const shown = shownTags(state);
  const all = cleanTags([...shown, ...tags]).slice(0, Math.max(TAGS_PER_LINK, shown.length));
  const hasTags = tags.length > 0 && !claimed.tags && !sameTags(all, shown);
  return {
    ...(folderId === undefined || claimed.folder || folderId === state.folderId ? {} : { folderId }),
    ...(isFavorite === undefined || claimed.favorite || state.isFavorite ? {} : { isFavorite }),
    ...(hasTags ? { tags: all } : {}),
  };
}
