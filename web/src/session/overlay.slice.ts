import type { FeedSource, FolderId, Link, LinkFilters, ShareSource } from "@satchel/contracts";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/**
 * A dialog over the page, opened by a key or a button. `text`: the initial text of the dialog for new links. `folder`: the
 * folder for them (null: none); by default the open folder. `search`: the initial search of a new smart folder. `source`,
 * `name`: what a new feed is of, and its initial name. `filters`, `name`: the list that a book is made of. `list`: one whose
 * newest articles may be kept offline. `folderId`, `url`: the folder that the links of a feed go to at first (null: none),
 * and the feed's initial address.
 */
type Overlay =
  | { readonly kind: "palette" }
  | LaterDialog
  | { readonly kind: "add"; readonly text: string; readonly folder?: FolderId | null };

/** A dialog that is loaded when it is opened: the list of keys, or one for a new smart folder, a new feed, what is shared, a feed to follow, a book, the text of a note, or articles kept offline. */
export type LaterDialog =
  | { readonly kind: "shortcuts" }
  | { readonly kind: "smart"; readonly search: string }
  | { readonly kind: "feed"; readonly source: FeedSource; readonly name: string }
  | { readonly kind: "share"; readonly source: ShareSource; readonly title: string }
  | { readonly kind: "follow"; readonly folderId: FolderId | null; readonly url?: string | undefined }
  | { readonly kind: "book"; readonly filters: LinkFilters; readonly name: string }
  | { readonly kind: "text"; readonly link: Link }
  | { readonly kind: "kept"; readonly list?: { readonly filters: LinkFilters; readonly name: string } };

/** Recent commands of the palette that are stored, the last used first. */
const RECENT = 5;

export const overlay = createSlice({
  name: "overlay",
  initialState: { open: null as Overlay | null, recent: [] as readonly string[] },
  reducers: {
    overlayOpened: (state, { payload }: PayloadAction<Overlay>) => {
      state.open = payload;
    },
    overlayClosed: (state) => {
      state.open = null;
    },
    /** A command of the palette was used, by its id. */
    commandUsed: (state, { payload }: PayloadAction<string>) => {
      state.recent = [payload, ...state.recent.filter((id) => id !== payload)].slice(0, RECENT);
    },
  },
  selectors: { selectOverlay: (state) => state.open, selectRecent: (state) => state.recent },
});

export const { overlayOpened, overlayClosed, commandUsed } = overlay.actions;
export const { selectOverlay, selectRecent } = overlay.selectors;

/** The tabs of the account dialog, in their order. */
export const ACCOUNT_TABS = ["general", "emails", "newsletters", "security", "shared", "tokens", "help"] as const;
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
  selectors: { selectAccountTab: (state) => state.tab },
});

export const { accountOpened, accountClosed } = account.actions;
export const { selectAccountTab } = account.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    overlay: ReturnType<typeof overlay.reducer>;
    account: ReturnType<typeof account.reducer>;
  }
}
