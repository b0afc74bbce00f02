import { createSlice } from "@reduxjs/toolkit";

const KEY = "satchel.sidebar";

/** Width in px below which the sidebar starts collapsed, so that the list has more space. */
const COLLAPSED_BELOW = 1100;

/** The sidebar's initial state: as stored, else by the width of the window. */
function initialCollapsed(): boolean {
  const stored = localStorage.getItem(KEY);
  return stored === null ? window.innerWidth < COLLAPSED_BELOW : stored === "collapsed";
}

/** Stores the sidebar's state, if it differs from the default: a small window must not decide for a wide one. */
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
