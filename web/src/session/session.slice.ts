import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** State of the page's history during a sign-in: the address to return to. */
export interface ReturnTarget {
  readonly wanted: string;
}

/** The address to return to after signing in, if any. */
export function wantedOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("wanted" in state)) return undefined;
  const { wanted } = state;
  // Only addresses of this page, whoever wrote the state.
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : undefined;
}

/** `unknown` until the server has answered. An unverified session counts as none: it may only sign in. */
type SessionStatus = "unknown" | "anonymous" | "verified";

export const session = createSlice({
  name: "session",
  /** `hasEnded`: a session ended since the page was opened. `hasLeft`: its owner ended it, here or in another tab. */
  initialState: { status: "unknown" as SessionStatus, hasEnded: false, hasLeft: false },
  reducers: {
    signedIn: (state) => {
      state.status = "verified";
    },
    /** There is no session, or no more: `left` where its owner ended it. */
    signedOut: (state, { payload: how }: PayloadAction<"left" | undefined>) => {
      state.hasEnded ||= state.status === "verified";
      state.hasLeft ||= how === "left";
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
