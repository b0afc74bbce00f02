import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** An upload that waits or is in progress, or a failed one. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** Octets sent, null while it waits for the file before; and octets of the file. */
  readonly sent: number | null;
  readonly total: number;
  /** The message of a failure; null while it is in progress. */
  readonly error: string | null;
  /** Of a failure: whether the file itself is to blame, so that it fails again. */
  readonly isRefused?: boolean;
  /** What the toast about it says; undefined: it is an import, which the dialog lists. */
  readonly toast?: string | undefined;
}

/** Uploads are in the store and not in the dialog, so that they continue when it is closed. */
export const imports = createSlice({
  name: "imports",
  initialState: { isOpen: false, next: 1, uploads: [] as Upload[] },
  reducers: {
    importsOpened: (state) => {
      state.isOpen = true;
    },
    importsClosed: (state) => {
      state.isOpen = false;
    },
    uploadBegun: (state, { payload }: PayloadAction<Pick<Upload, "name" | "total" | "toast">>) => {
      state.uploads.unshift({ id: state.next, ...payload, sent: null, error: null });
      state.next += 1;
    },
    uploadProgressed: (state, { payload }: PayloadAction<{ id: number; sent: number }>) => {
      state.uploads = state.uploads.map((each) => (each.id === payload.id ? { ...each, sent: payload.sent } : each));
    },
    uploadFailed: (state, { payload }: PayloadAction<{ id: number; error: string; isRefused: boolean }>) => {
      state.uploads = state.uploads.map((each) => (each.id === payload.id ? { ...each, ...payload } : each));
    },
    /** An upload is complete, or its failure was dismissed. */
    uploadGone: (state, { payload }: PayloadAction<number>) => {
      state.uploads = state.uploads.filter((each) => each.id !== payload);
    },
  },
  selectors: {
    selectImportsOpen: (state) => state.isOpen,
    selectUploads: (state) => state.uploads,
    /** The id of the next upload. */
    selectNextUpload: (state) => state.next,
  },
});

export const { importsOpened, importsClosed, uploadBegun, uploadProgressed, uploadFailed, uploadGone } =
  imports.actions;
export const { selectImportsOpen, selectUploads, selectNextUpload } = imports.selectors;

declare module "../kit/state.ts" {
  interface RootState {
    imports: ReturnType<typeof imports.reducer>;
  }
}
