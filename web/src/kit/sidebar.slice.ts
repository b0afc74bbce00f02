import { createSlice } from "@reduxjs/toolkit";

const KEY = "satchel.sidebar";

/** Below this width in px the sidebar starts collapsed, so that the list has the room. */
const COLLAPSED_BELOW = 1100;

/** How the sidebar begins: as it was left, else by the width of the window. */
function initialCollapsed(): boolean {
  const stored = localStorage.getItem(KEY);
  return stored === null ? window.innerWidth < COLLAPSED_BELOW : stored === "collapsed";
}

/** Keeps how the sidebar was left, where it would not begin so anyway: a small window decides nothing for a wide one. */
export function storeCollapsed(collapsed: boolean): void {
  if (collapsed !== initialCollapsed()) localStorage.setItem(KEY, collapsed ? "collapsed" : "expanded");
}

export const sidebar = createSlice({
  name: "sidebar",
  initialState: () => ({ collapsed: initialCollapsed(), drawerOpen: false }),
  reducers: {
    collapseToggled: (state) => {
      state.collapsed = !state.collapsed;
    },
    drawerOpened: (state) => {
      state.drawerOpen = true;
    },
    drawerClosed: (state) => {
      state.drawerOpen = false;
    },
  },
  selectors: { selectCollapsed: (state) => state.collapsed, selectDrawerOpen: (state) => state.drawerOpen },
});

export const { collapseToggled, drawerOpened, drawerClosed } = sidebar.actions;
export const { selectCollapsed, selectDrawerOpen } = sidebar.selectors;

declare module "./state.ts" {
  interface RootState {
    sidebar: ReturnType<typeof sidebar.reducer>;
  }
}
