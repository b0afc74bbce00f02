import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** How links are shown. */
export const DISPLAYS = ["list", "cards", "compact"] as const;
export type Display = (typeof DISPLAYS)[number];

const KEY = "satchel.view";

const stored = (): Display => DISPLAYS.find((display) => display === localStorage.getItem(KEY)) ?? "list";

/** Keeps how links were shown last. */
export const storeDisplay = (display: Display): void => localStorage.setItem(KEY, display);

export const display = createSlice({
  name: "display",
  initialState: () => ({ as: stored() }),
  reducers: {
    displayChosen: (state, { payload }: PayloadAction<Display>) => {
      state.as = payload;
    },
  },
  selectors: { selectDisplay: (state) => state.as },
});

export const { displayChosen } = display.actions;
export const { selectDisplay } = display.selectors;
