import { createSlice } from "@reduxjs/toolkit";

/** What the page's history carries for somebody who has to sign in first: the address they wanted. */
export interface ReturnTarget {
  readonly wanted: string;
}

/** The address that was wanted before signing in; undefined of a state that names none. */
export function wantedOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("wanted" in state)) return undefined;
  const { wanted } = state;
  // Within the page alone, whoever wrote the state.
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : undefined;
}

/** `unknown` until the server was asked. An unverified session is as good as none here: it may only sign in. */
type SessionStatus = "unknown" | "anonymous" | "verified";

export const session = createSlice({
  name: "session",
  initialState: { status: "unknown" as SessionStatus },
  reducers: {
    signedIn: (state) => {
      state.status = "verified";
    },
    signedOut: (state) => {
      state.status = "anonymous";
    },
  },
  selectors: { selectStatus: (state) => state.status },
});

export const { signedIn, signedOut } = session.actions;
export const { selectStatus } = session.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    session: ReturnType<typeof session.reducer>;
  }
}
