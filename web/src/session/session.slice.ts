import { createSlice } from "@reduxjs/toolkit";

/** `unknown` until the server was asked. An unverified session is as good as none here: it may only sign in. */
export type SessionStatus = "unknown" | "anonymous" | "verified";

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
