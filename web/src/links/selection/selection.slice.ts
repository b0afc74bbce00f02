import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { LinkFilters, LinkId } from "@satchel/contracts";

export interface SelectionState {
  /** Individually selected links. */
  readonly ids: Readonly<Record<LinkId, true>>;
  /** Filters of a list that is selected as a whole, including links that are not loaded. */
  readonly whole: LinkFilters | null;
  /** The last selected link, from which a range starts. */
  readonly last: LinkId | null;
  /** Selection mode without a selection yet: on touch screens it has to be started to show the checkboxes. */
  readonly choosing: boolean;
}

const none: SelectionState = { ids: {}, whole: null, last: null, choosing: false };

export const selection = createSlice({
  name: "selection",
  initialState: none,
  reducers: {
    choosingStarted: (): SelectionState => ({ ...none, choosing: true }),
    /** Toggles a link. */
    linkToggled: ({ ids, choosing }, { payload: id }: PayloadAction<LinkId>): SelectionState => {
      const { [id]: was, ...others } = ids;
      return { ids: was === true ? others : { ...ids, [id]: true }, whole: null, last: id, choosing };
    },
    /** Selects further links; the next range starts from the last of them. */
    linksSelected: ({ ids, choosing }, { payload }: PayloadAction<readonly LinkId[]>): SelectionState => ({
      ids: { ...ids, ...asSet(payload) },
      whole: null,
      last: payload.at(-1) ?? null,
      choosing,
    }),
    /** Replaces the selection; the last link was selected last. */
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
    /** Narrows the selection to some of its links: of a whole list, to loaded ones. */
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

/** The links of a list from one to another, in either direction; `to` is last. */
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
