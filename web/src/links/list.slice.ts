import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { FolderId, Link, LinkSort } from "@satchel/contracts";
import type { MenuPoint } from "../kit/menuPlace.ts";
import { placesWaiting } from "../session/flags.ts";
import type { ListQuery } from "./view.ts";

/** Displays of links; the first is the default. */
export const DISPLAYS = ["list", "cards", "compact", "masonry"] as const;
export type Display = (typeof DISPLAYS)[number];

/** Whether links are cards in columns, with the picture above the text. In masonry each card is as high as its content. */
export const isOfCards = (display: Display): boolean => display === "cards" || display === "masonry";

/** Orders of lists, search results and tags; the first is the default. */
export const SORTS = {
  lists: ["newest", "oldest", "title"],
  finds: ["best", "newest"],
  tags: ["name", "use"],
} as const;
export type SortScope = keyof typeof SORTS;
export type Sort = (typeof SORTS)[SortScope][number];

const KEYS = { as: "satchel.view", lists: "satchel.sort", tags: "satchel.sort.tags" } as const;

/** Stores the display or order. That of search results is not stored: each search starts with the best. */
export const storeDisplay = (what: keyof typeof KEYS, chosen: Display | Sort): void =>
  localStorage.setItem(KEYS[what], chosen);

const stored = <Choice>(what: keyof typeof KEYS, choices: readonly [Choice, ...Choice[]]): Choice =>
  choices.find((each) => each === localStorage.getItem(KEYS[what])) ?? choices[0];

const FOLDERS = "satchel.view.folders";

/** Displays that were chosen for one folder alone. */
type FolderDisplays = Readonly<Partial<Record<FolderId, Display>>>;

/** The stored displays of folders; without what an older or newer version of the page wrote. */
export function readFolders(json: string | null): FolderDisplays {
  try {
    const entries = Object.entries(JSON.parse(json ?? "{}") as object);
    return Object.fromEntries(entries.filter(([, value]) => DISPLAYS.some((each) => each === value)));
  } catch {
    return {};
  }
}

/** Stores the displays of folders. */
export const storeFolders = (folders: FolderDisplays): void => localStorage.setItem(FOLDERS, JSON.stringify(folders));

export interface DisplayState extends Record<SortScope, Sort> {
  as: Display;
  folders: FolderDisplays;
}

interface DisplayChoice {
  readonly display: Display;
  /** Chosen for this folder alone; null: for all lists without a choice of their own. */
  readonly folder: FolderId | null;
}

/** The state after a choice. A folder that is displayed as the others has no choice of its own. */
export function chosenDisplay(state: DisplayState, { display, folder }: DisplayChoice): DisplayState {
  if (folder === null) return { ...state, as: display };
  const { [folder]: _before, ...others } = state.folders;
  return { ...state, folders: display === state.as ? others : { ...others, [folder]: display } };
}

export const display = createSlice({
  name: "display",
  initialState: (): DisplayState => ({
    as: stored("as", DISPLAYS),
    folders: readFolders(localStorage.getItem(FOLDERS)),
    lists: stored("lists", SORTS.lists),
    finds: "best",
    tags: stored("tags", SORTS.tags),
  }),
  reducers: {
    displayChosen: (state, { payload }: PayloadAction<DisplayChoice>) => chosenDisplay(state, payload),
    sortChosen: (state, { payload }: PayloadAction<Partial<Record<SortScope, Sort>>>) => ({ ...state, ...payload }),
  },
  selectors: {
    selectDisplay: (state, folder: FolderId | null) =>
      (folder === null ? undefined : state.folders[folder]) ?? state.as,
    selectSort: (state, of: SortScope) => state[of],
    /** The order as a parameter of the API; undefined for the default. */
    selectOrder: (state, of: SortScope) => (state[of] === SORTS[of][0] ? undefined : (state[of] as LinkSort)),
  },
});

export const { displayChosen, sortChosen } = display.actions;
export const { selectDisplay, selectOrder, selectSort } = display.selectors;

/** The number of new links above the visible ones. */
export const arrivals = createSlice({
  name: "arrivals",
  initialState: { unseen: 0 },
  reducers: {
    linksArrived: (state, { payload }: PayloadAction<number>) => {
      state.unseen += payload;
    },
    arrivalsSeen: (state) => {
      state.unseen = 0;
    },
  },
  selectors: { selectUnseen: (state) => state.unseen },
});

export const { linksArrived, arrivalsSeen } = arrivals.actions;
export const { selectUnseen } = arrivals.selectors;

/** Which list the page shows, or showed last; other lists may be loaded beside it. */
export const shownList = createSlice({
  name: "shownList",
  initialState: { query: null as ListQuery | null },
  reducers: {
    listShown: (_state, { payload }: PayloadAction<ListQuery>) => ({ query: payload }),
  },
  selectors: { selectShownList: (state) => state.query },
});

export const { listShown } = shownList.actions;
export const { selectShownList } = shownList.selectors;

/**
 * The open dialog over the list, if any: the actions of one link, the target folder of one or all selected links, tags to
 * add or remove, when to show a link again, or the confirmation of a deletion. It is not in a row, because rows may be
 * removed from the DOM while it is open.
 */
type LinkDialog =
  | { readonly kind: "menu"; readonly link: Link; readonly at: MenuPoint }
  | { readonly kind: "move" | "tag" | "remind"; readonly link: Link }
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

/** The number of the session's unsent changes (`links/waiting.ts`). */
export const waiting = createSlice({
  name: "waiting",
  initialState: () => ({ count: placesWaiting().length }),
  reducers: {
    waitingCounted: (state, { payload }: PayloadAction<number>) => {
      state.count = payload;
    },
  },
  selectors: { selectWaiting: (state) => state.count },
});

export const { waitingCounted } = waiting.actions;
export const { selectWaiting } = waiting.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    display: ReturnType<typeof display.reducer>;
    arrivals: ReturnType<typeof arrivals.reducer>;
    shownList: ReturnType<typeof shownList.reducer>;
    linkDialog: ReturnType<typeof linkDialog.reducer>;
    waiting: ReturnType<typeof waiting.reducer>;
  }
}
