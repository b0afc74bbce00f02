import { DRAFT, isLoggingOut } from "./flags.ts";

// In session storage: it is for this tab, and ends with it. Its name has an id of what it is for, which is of one account.
const keyOf = (name: string): string => DRAFT + name;

/** What was typed under a name and not saved. */
export function draftOf<D extends object = { readonly text: string }>(name: string): D | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as D | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const dropDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));

/** Keeps what was typed, as JSON, unless somebody signs out. @param draft undefined: there is nothing */
export function keepDraft(name: string, draft: object | undefined): void {
  if (draft === undefined || isLoggingOut()) return dropDraft(name);
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // A text that is longer than the storage.
  }
}
