/** What the page's history carries for somebody who has to sign in first: the address they wanted. */
export interface Wanted {
  readonly wanted: string;
}

/** The address that was wanted before signing in; undefined of a state that names none. */
export function wantedOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("wanted" in state)) return undefined;
  const { wanted } = state;
  // Within the page alone, whoever wrote the state.
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : undefined;
}
