import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { signedOut } from "./session.slice.ts";

/** What lies over the page because a key or a button asked for it. `text`: what the dialog for new links begins with. */
export type Overlay =
  | { readonly kind: "palette" }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "add"; readonly text: string };

export const overlay = createSlice({
  name: "overlay",
  initialState: { open: null as Overlay | null },
  reducers: {
    overlayOpened: (state, { payload }: PayloadAction<Overlay>) => {
      state.open = payload;
    },
    overlayClosed: (state) => {
      state.open = null;
    },
  },
  extraReducers: (build) => {
    build.addCase(signedOut, (state) => {
      state.open = null;
    });
  },
  selectors: { selectOverlay: (state) => state.open },
});

export const { overlayOpened, overlayClosed } = overlay.actions;
export const { selectOverlay } = overlay.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    overlay: ReturnType<typeof overlay.reducer>;
  }
}
