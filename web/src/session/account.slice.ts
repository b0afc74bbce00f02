import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { signedOut } from "./session.slice.ts";

/** The tabs of the account dialog, in their order. */
export const ACCOUNT_TABS = ["general", "emails", "security", "help"] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

export const account = createSlice({
  name: "account",
  initialState: { tab: null as AccountTab | null },
  reducers: {
    /** Opens the account dialog at a tab, or goes to that tab in it. */
    accountOpened: (state, { payload }: PayloadAction<AccountTab>) => {
      state.tab = payload;
    },
    accountClosed: (state) => {
      state.tab = null;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, (state) => {
      state.tab = null;
    });
  },
  selectors: { selectAccountTab: (state) => state.tab },
});

export const { accountOpened, accountClosed } = account.actions;
export const { selectAccountTab } = account.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    account: ReturnType<typeof account.reducer>;
  }
}
