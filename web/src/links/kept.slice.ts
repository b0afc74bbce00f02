import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { LinkId } from "@satchel/contracts";
import type { KeptArticle } from "../session/marks.ts";
import { signedOut } from "../session/session.slice.ts";

/** The articles that are kept offline on this device; none until they are read from its cache (`links/keepOffline.ts`). */
export const kept = createSlice({
  name: "kept",
  initialState: {
    canKeep: false,
    articles: {} as Readonly<Partial<Record<LinkId, KeptArticle>>>,
    /** Links whose articles are just being kept. */
    underWay: [] as readonly LinkId[],
  },
  reducers: {
    keptRead: (state, { payload }: PayloadAction<readonly KeptArticle[]>) => {
      state.canKeep = true;
      state.articles = Object.fromEntries(payload.map((article) => [article.id, article]));
    },
    keepingBegun: (state, { payload }: PayloadAction<LinkId>) => {
      state.underWay = [...state.underWay, payload];
    },
    keepingEnded: (state, { payload }: PayloadAction<LinkId>) => {
      state.underWay = state.underWay.filter((id) => id !== payload);
    },
    articleKept: (state, { payload }: PayloadAction<KeptArticle>) => {
      state.articles = { ...state.articles, [payload.id]: payload };
    },
    articleDropped: (state, { payload }: PayloadAction<LinkId>) => {
      const { [payload]: _dropped, ...others } = state.articles;
      state.articles = others;
    },
  },
  extraReducers: (build) => {
    build.addCase(signedOut, () => ({ canKeep: false, articles: {}, underWay: [] }));
  },
  selectors: {
    selectCanKeep: (state) => state.canKeep,
    selectIsKept: (state, id: LinkId) => state.articles[id] !== undefined,
    selectIsKeeping: (state, id: LinkId) => state.underWay.includes(id),
    selectKept: (state) => state.articles,
  },
});

export const { keptRead, keepingBegun, keepingEnded, articleKept, articleDropped } = kept.actions;
export const { selectCanKeep, selectIsKept, selectIsKeeping, selectKept } = kept.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    kept: ReturnType<typeof kept.reducer>;
  }
}
