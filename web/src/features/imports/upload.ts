import { type Import, IMPORT_BYTES, type ImportFault, type ImportId, laterTexts, texts } from "@satchel/contracts";
import { createImport, getImport, listImports } from "@satchel/contracts/later-routes";
import { getUser } from "@satchel/contracts/routes";
import type { AppThunk } from "../../kit/state.ts";
import { holdingPage } from "../../kit/holdingPage.ts";
import { isAway, type Problem, reasonOf } from "../../kit/transport/call.ts";
import { request } from "../../kit/transport/transport.ts";
import {
  selectNextUpload,
  selectUploads,
  uploadBegun,
  uploadFailed,
  uploadGone,
  uploadProgressed,
} from "../../session/imports.slice.ts";
import { api } from "../../session/api.ts";

/** A percentage in a language: "42%", "42 %". Rounded down, so that it is 100 only at the end. */
export const percentIn = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share < 1 ? Math.floor(share * 100) / 100 : 1);

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

/** Milliseconds between two updates of the progress bar. */
const STEP_MS = 100;

/** The message for a refused file: the server's, if any. */
export function uploadFailure({ status, detail }: Problem): string {
  if (status === 413) return laterTexts.imports.tooLarge;
  if (isAway(status)) return texts.offline;
  return reasonOf({ status, detail }, status === 429 ? texts.server.tooMany : texts.unexpected);
}

/** Milliseconds between two looks at an import that another file waits for. */
const LOOK_MS = 500;

/** The file of each upload that is shown, and what cancels it. Neither can be in the store, which holds plain data. */
const held = new Map<number, { readonly file: File; readonly ending: AbortController }>();

/** Takes an upload away: it failed, or it is not wanted any more. */
export const uploadDropped =
  (id: number): AppThunk =>
  (dispatch) => {
    held.get(id)?.ending.abort();
    held.delete(id);
    dispatch(uploadGone(id));
  };

/** Sends the file of a failed upload again. */
export const uploadAgain =
  (id: number): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const file = held.get(id)?.file;
    dispatch(uploadDropped(id));
    if (file !== undefined) await dispatch(uploadAll([file]));
  };

/** Imports files one after another, because the server takes few of an account at a time. */
export const uploadAll =
  (files: Iterable<File>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const waiting = Array.from(files, (file) => {
      const id = selectNextUpload(getState());
      held.set(id, { file, ending: new AbortController() });
      dispatch(uploadBegun({ name: file.name, total: file.size }));
      return { id, file };
    });
    const work = async (): Promise<void> => {
      let before: ImportId | undefined;
      for (const { id, file } of waiting) {
        if (before !== undefined) await dispatch(readToItsEnd(before));
        // It was canceled; after a sign-out all are gone.
        if (!selectUploads(getState()).some((each) => each.id === id)) {
          held.delete(id);
          continue;
        }
        before = await dispatch(upload(id, file));
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

/**
 * Uploads a bookmark file. The session is refreshed before, if necessary, because replaying an upload is expensive.
 * @returns the import that began with it, if any
 */
const upload =
  (id: number, file: File): AppThunk<Promise<ImportId | undefined>> =>
  async (dispatch, _getState, { transport }) => {
    const fail = (error: string): undefined => void dispatch(uploadFailed({ id, error }));
    if (file.size > IMPORT_BYTES) return fail(laterTexts.imports.tooLarge);

    dispatch(uploadProgressed({ id, sent: 0 }));
    let told = 0;
    const onProgress = (sent: number): void => {
      if (Date.now() - told < STEP_MS && sent < file.size) return;
      told = Date.now();
      dispatch(uploadProgressed({ id, sent }));
    };
    const send = async (): Promise<UploadResult> => {
      const session = await request(transport, { operation: getUser });
      if (session.problem !== undefined) return { problem: session.problem };
      // If it was canceled meanwhile, its answer is shown nowhere.
      const ending = held.get(id)?.ending.signal ?? AbortSignal.abort();
      return sendFile(file, ending, onProgress);
    };

    const { data, problem } = await send();
    if (problem !== undefined) return fail(uploadFailure(problem));
    dispatch(uploadDropped(id));
    dispatch(
      importsApi.util.updateQueryData("imports", undefined, (list) =>
        list.some((each) => each.id === data.id) ? list : [data, ...list],
      ),
    );
    return data.id;
  };

/** The import, or the error of the upload. */
type UploadResult =
  | { readonly data: Import; readonly problem?: never }
  | { readonly problem: Problem; readonly data?: never };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Interprets an answer; an unreadable one counts as none. */
export function readAnswer(status: number, text: string): UploadResult {
  const body = bodyOf(text);
  if (status === 202 && isObject(body)) return { data: body as unknown as Import };
  const detail = isObject(body) && typeof body["detail"] === "string" ? body["detail"] : "";
  return { problem: { status: status === 202 ? 0 : status, detail } };
}

/**
 * Sends a bookmark file. By XMLHttpRequest, because `fetch` reports no progress of uploads.
 * @param ending ends it, like a network that is lost
 * @param onProgress octets sent so far
 */
function sendFile(file: File, ending: AbortSignal, onProgress: (sent: number) => void): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
    // Every request ends with this event; status 0: no answer.
    request.addEventListener("loadend", () => resolve(readAnswer(request.status, request.responseText)));
    request.open(createImport.method, `${createImport.path}?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/octet-stream");
    ending.addEventListener("abort", () => request.abort());
    if (ending.aborted) return resolve(readAnswer(0, ""));
    request.send(file);
  });
}

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
