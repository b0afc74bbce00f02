import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Link } from "@satchel/contracts";

/**
 * The dialog over the list that is open, if any: the actions of one link, where one link or all selected ones go, which
 * tags these get or lose, or whether so many shall be deleted. It stands here and not in a row, because a row may leave the page while it is open.
 */
export type LinkDialog =
  | { readonly kind: "menu" | "move" | "tag"; readonly link: Link }
  | { readonly kind: "move selected" | "tag selected" | "untag selected" | "delete selected" };

export const linkDialog = createSlice({
  name: "linkDialog",
  initialState: { open: null as LinkDialog | null },
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<LinkDialog>) => {
      state.open = payload;
    },
    dialogClosed: (state) => {
      state.open = null;
    },
  },
  selectors: { selectLinkDialog: (state) => state.open },
});

export const { dialogOpened, dialogClosed } = linkDialog.actions;
export const { selectLinkDialog } = linkDialog.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    linkDialog: ReturnType<typeof linkDialog.reducer>;
  }
}
