import { DRAFT, isLoggingOut } from "./flags.ts";

/** What was typed and not saved: a text, with what else belongs to it. */
interface Draft {
  readonly text: string;
}

// In session storage: it is for this tab, and ends with it. Its name has an id of what it is for, which is of one account.
const keyOf = (name: string): string => DRAFT + name;

/** What was typed under a name and not saved. */
export function draftOf<D extends Draft>(name: string): D | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as D | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const dropDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));

/** Keeps what was typed, unless somebody signs out. @param draft undefined: there is nothing */
export function keepDraft(name: string, draft: Draft | undefined): void {
  if (draft === undefined || isLoggingOut()) return dropDraft(name);
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // A text that is longer than the storage.
  }
}
