import { keptSession, RECENT_SEARCHES } from "../../session/flags.ts";

/** The most recent searches that are remembered. */
const MOST = 3;

/** The recent searches, the newest first. They are in this browser alone, and go with the session. */
export function recentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers a search, unless the session may not store data. One that it continues is replaced by it. */
export function rememberSearch(q: string): void {
  const search = q.trim();
  if (search === "" || keptSession() === undefined) return;
  const others = recentSearches().filter((each) => !search.startsWith(each));
  localStorage.setItem(RECENT_SEARCHES, JSON.stringify([search, ...others].slice(0, MOST)));
}
