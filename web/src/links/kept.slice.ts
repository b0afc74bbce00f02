import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { LinkId } from "@satchel/contracts";
import type { KeptArticle } from "../session/marks.ts";

type KeptArticles = Readonly<Partial<Record<LinkId, KeptArticle>>>;

/**
 * The articles that are kept offline on this device, by their links; null until they are read from its cache
 * (`links/keepOffline.ts`), and where nothing can be kept.
 */
export const kept = createSlice({
  name: "kept",
  initialState: { articles: null as KeptArticles | null },
  reducers: {
    keptRead: (state, { payload }: PayloadAction<KeptArticles>) => {
      state.articles = payload;
    },
  },
  selectors: {
    selectKept: (state) => state.articles,
    selectCanKeep: (state) => state.articles !== null,
    selectIsKept: (state, id: LinkId) => state.articles?.[id] !== undefined,
  },
});

export const { keptRead } = kept.actions;
export const { selectKept, selectCanKeep, selectIsKept } = kept.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    kept: ReturnType<typeof kept.reducer>;
  }
}
