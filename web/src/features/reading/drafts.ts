import type { ItemText, LinkId } from "@satchel/contracts";
import { isLoggingOut } from "../../session/flags.ts";

/** A text that was typed and not saved, with the version that it changes. */
export type Draft = Pick<ItemText, "version" | "text">;

// In session storage: it is for this tab, and ends with it. An id of a link is of one account.
const keyOf = (id: LinkId): string => `satchel.draft.${id}`;

/** What was typed for a link and not saved. */
export function draftOf(id: LinkId): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const dropDraft = (id: LinkId): void => sessionStorage.removeItem(keyOf(id));

/** Keeps what was typed, unless somebody signs out. @param draft undefined: there is nothing */
export function keepDraft(id: LinkId, draft: Draft | undefined): void {
  if (draft === undefined || isLoggingOut()) return dropDraft(id);
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // A text that is longer than the storage.
  }
}
