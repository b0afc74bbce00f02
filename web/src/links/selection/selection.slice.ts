import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { LinkFilters, LinkId } from "@satchel/contracts";

export interface SelectionState {
  /** The links that are selected one by one. */
  readonly ids: Readonly<Record<LinkId, true>>;
  /** All links of the list with these filters are selected, those included that are not loaded. */
  readonly whole: LinkFilters | null;
  /** The link that was selected last: a range goes from it. */
  readonly last: LinkId | null;
  /** Links are being selected although none is yet: where there is no pointer, the boxes have to be called for. */
  readonly choosing: boolean;
}

const none: SelectionState = { ids: {}, whole: null, last: null, choosing: false };

export const selection = createSlice({
  name: "selection",
  initialState: none,
  reducers: {
    choosingStarted: (): SelectionState => ({ ...none, choosing: true }),
    /** Selects a link, or no longer. */
    linkToggled: ({ ids, choosing }, { payload: id }: PayloadAction<LinkId>): SelectionState => {
      const { [id]: was, ...others } = ids;
      return { ids: was === true ? others : { ...ids, [id]: true }, whole: null, last: id, choosing };
    },
    /** Selects further links; the last of them begins the next range. */
    linksSelected: ({ ids, choosing }, { payload }: PayloadAction<readonly LinkId[]>): SelectionState => ({
      ids: { ...ids, ...asSet(payload) },
      whole: null,
      last: payload.at(-1) ?? null,
      choosing,
    }),
    /** Only these are selected, the last of them last. */
    rangeSelected: (
      { choosing },
      { payload: { ids, last } }: PayloadAction<{ readonly ids: readonly LinkId[]; readonly last: LinkId }>,
    ): SelectionState => ({ ids: asSet(ids), whole: null, last, choosing }),
    wholeSelected: ({ choosing }, { payload }: PayloadAction<LinkFilters>): SelectionState => ({
      ids: {},
      whole: payload,
      last: null,
      choosing,
    }),
    /** Of a whole list, only these stay selected: those that are loaded, without the one that was taken out. */
    narrowedTo: ({ choosing }, { payload }: PayloadAction<readonly LinkId[]>): SelectionState => ({
      ids: asSet(payload),
      whole: null,
      last: null,
      choosing,
    }),
    selectionCleared: () => none,
  },
  selectors: {
    selectSelection: (state) => state,
    selectIsSelecting: ({ ids, whole, choosing }) => choosing || whole !== null || Object.keys(ids).length > 0,
    selectIsSelected: ({ ids, whole }, id: LinkId) => whole !== null || ids[id] === true,
  },
});

const asSet = (ids: readonly LinkId[]): Record<LinkId, true> =>
  Object.fromEntries(ids.map((id) => [id, true as const]));

export const {
  choosingStarted,
  linkToggled,
  linksSelected,
  rangeSelected,
  wholeSelected,
  narrowedTo,
  selectionCleared,
} = selection.actions;
export const { selectSelection, selectIsSelecting, selectIsSelected } = selection.selectors;

/** The links from one to another as they stand in a list, in either direction, the other one last. */
export function rangeBetween(order: readonly LinkId[], from: LinkId | null, to: LinkId): readonly LinkId[] {
  const start = from === null ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return start <= end ? order.slice(start, end + 1) : order.slice(end, start + 1).toReversed();
}

declare module "../../kit/state.ts" {
  interface RootState {
    selection: ReturnType<typeof selection.reducer>;
  }
}
