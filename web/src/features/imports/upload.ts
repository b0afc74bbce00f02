import { type Import, IMPORT_BYTES, type ImportFault, type ImportId, laterTexts, texts } from "@satchel/contracts";
import { createImport, getImport, listImports } from "@satchel/contracts/later-routes";
import type { AppThunk } from "../../kit/state.ts";
import { holdingPage } from "../../kit/holdingPage.ts";
import { isAway, type Problem, reasonOf } from "../../kit/transport/call.ts";
import { uploadFailed } from "../../session/imports.slice.ts";
import { fileOf, sendUpload, uploadDropped, uploadShown } from "../../session/uploads.ts";
import { api } from "../../session/api.ts";

/** A cell of CSV (RFC 4180, section 2), with an apostrophe before a formula. */
function cell(value: string): string {
  const inert = value.replaceAll(/(^|;)(?=['=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The skipped entries of an import as CSV, with a byte order mark for spreadsheets. */
export function faultsCsv(faults: readonly ImportFault[]): string {
  const lines = faults.map(({ entry, text, reason }) => [String(entry), cell(text), cell(reason)].join(","));
  return `\uFEFF${["entry,text,reason", ...lines].join("\r\n")}\r\n`;
}

/** The message for a refused file: the server's, if any. */
export function uploadFailure({ status, detail }: Problem): string {
  if (status === 413) return laterTexts.imports.tooLarge;
  if (isAway(status)) return texts.offline;
  return reasonOf({ status, detail }, status === 429 ? texts.server.tooMany : texts.unexpected);
}

/** Milliseconds between two looks at an import that another file waits for. */
const LOOK_MS = 500;

/** Sends the file of a failed upload again. */
export const uploadAgain =
  (id: number): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const file = fileOf(id);
    dispatch(uploadDropped(id));
    if (file !== undefined) await dispatch(uploadAll([file]));
  };

/** Imports files one after another, because the server takes few of an account at a time. */
export const uploadAll =
  (files: Iterable<File>): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const waiting = Array.from(files, (file) => ({ id: dispatch(uploadShown(file)), file }));
    const work = async (): Promise<void> => {
      let before: ImportId | undefined;
      for (const { id, file } of waiting) {
        if (before !== undefined) await dispatch(readToItsEnd(before));
        // Unless it was canceled.
        if (fileOf(id) !== undefined) before = await dispatch(upload(id, file));
      }
    };
    await holdingPage(work());
  };

/** Waits until an import has ended, or can't be asked for. */
const readToItsEnd =
  (id: ImportId): AppThunk<Promise<void>> =>
  async (dispatch) => {
    for (;;) {
      const asked = dispatch(importsApi.endpoints.import.initiate(id, { forceRefetch: true, subscribe: false }));
      const { data, isError } = await asked;
      if (isError || data?.status !== "running") return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };

/** Uploads a bookmark file. @returns the import that began with it, if any */
const upload =
  (id: number, file: File): AppThunk<Promise<ImportId | undefined>> =>
  async (dispatch) => {
    const fail = (error: string, isRefused: boolean): undefined =>
      void dispatch(uploadFailed({ id, error, isRefused }));
    if (file.size > IMPORT_BYTES) return fail(laterTexts.imports.tooLarge, true);
    const call = { operation: createImport, query: { name: file.name }, body: file };
    const answer = await dispatch(sendUpload(id, call));
    if (answer.problem !== undefined)
      return fail(uploadFailure(answer.problem), [400, 413].includes(answer.problem.status));
    const begun = answer.data as Import;
    dispatch(uploadDropped(id));
    dispatch(
      importsApi.util.updateQueryData("imports", undefined, (list) =>
        list.some((each) => each.id === begun.id) ? list : [begun, ...list],
      ),
    );
    return begun.id;
  };

const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The imports of the last 30 days, the newest first. */
    imports: build.query<Import[], void>({
      query: () => ({ operation: listImports }),
      transformResponse: (answer: { imports: Import[] }) => answer.imports,
      providesTags: [{ type: "Imports", id: "all" }],
    }),
    /** One import with its progress. Refetched when the server says that it went on; the list follows. */
    import: build.query<Import, ImportId>({
      query: (id) => ({ operation: getImport, params: { id } }),
      providesTags: (_answer, _error, id) => [{ type: "Imports", id }],
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer === undefined) return;
        dispatch(
          importsApi.util.updateQueryData("imports", undefined, (list) =>
            list.map((each) => (each.id === id ? answer.data : each)),
          ),
        );
      },
    }),
  }),
});

export const { useImportQuery, useImportsQuery } = importsApi;
