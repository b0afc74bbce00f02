import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { signedOut } from "./session.slice.ts";

/** A file on its way to the server, or one that did not get there. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** Octets that were sent, and of the whole file. */
  readonly sent: number;
  readonly total: number;
  /** Why it failed, in words; null while it is on its way. */
  readonly error: string | null;
}

/** Uploads live here and not in the dialog, so that they go on when it is closed. */
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
    uploadBegun: (state, { payload }: PayloadAction<{ name: string; total: number }>) => {
      state.uploads.unshift({ id: state.next, ...payload, sent: 0, error: null });
      state.next += 1;
    },
    uploadProgressed: (state, { payload }: PayloadAction<{ id: number; sent: number }>) => {
      state.uploads = state.uploads.map((each) => (each.id === payload.id ? { ...each, sent: payload.sent } : each));
    },
    uploadFailed: (state, { payload }: PayloadAction<{ id: number; error: string }>) => {
      state.uploads = state.uploads.map((each) => (each.id === payload.id ? { ...each, error: payload.error } : each));
    },
    /** It is with the server, or nobody wants to see any more that it is not. */
    uploadGone: (state, { payload }: PayloadAction<number>) => {
      state.uploads = state.uploads.filter((each) => each.id !== payload);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, (state) => {
      state.isOpen = false;
      state.uploads = [];
    });
  },
  selectors: {
    selectImportsOpen: (state) => state.isOpen,
    selectUploads: (state) => state.uploads,
    /** The id that the next upload gets. */
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
