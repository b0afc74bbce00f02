import { getUser } from "@satchel/contracts/routes";
import { detailIn, pathOf } from "@satchel/client/request";
import { holdingPage } from "../kit/holdingPage.ts";
import type { AppThunk } from "../kit/state.ts";
import { whileWorking } from "../kit/toasts.slice.ts";
import { type Call, initOf, type Problem } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";
import { selectNextUpload, uploadBegun, uploadGone, uploadProgressed } from "./imports.slice.ts";

/** A percentage in a language: "42%", "42 %". Rounded down, so that it is 100 only at the end. */
export const percentIn = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share < 1 ? Math.floor(share * 100) / 100 : 1);

/** The part of an upload that is sent, from 0 to 1. */
export const sentPart = ({ sent, total }: { readonly sent: number | null; readonly total: number }): number =>
  sent === null || total === 0 ? 0 : Math.min(1, sent / total);

/** Milliseconds between two updates of the progress. */
const STEP_MS = 100;

/** The file of each upload that is shown, and what cancels it. Neither can be in the store, which holds plain data. */
const held = new Map<number, { readonly file: File; readonly ending: AbortController }>();

/** The file of an upload, unless it was taken away. */
export const fileOf = (id: number): File | undefined => held.get(id)?.file;

/** Shows the upload of a file. @param toast what the toast about it says; undefined: it is an import @returns its id */
export const uploadShown =
  (file: File, toast?: string): AppThunk<number> =>
  (dispatch, getState) => {
    const id = selectNextUpload(getState());
    held.set(id, { file, ending: new AbortController() });
    dispatch(uploadBegun({ name: file.name, total: file.size, toast }));
    return id;
  };

/** Takes an upload away: it failed, or it is not wanted any more. */
export const uploadDropped =
  (id: number): AppThunk =>
  (dispatch) => {
    held.get(id)?.ending.abort();
    held.delete(id);
    dispatch(uploadGone(id));
  };

/** A call that sends a file. */
type FileCall = Call & { readonly body: File };

/** The JSON of an answer, or why there is none. */
type Sent = { readonly data: unknown; readonly problem?: never } | { readonly problem: Problem; readonly data?: never };

/** Sends the file of an upload. The session is refreshed before, if necessary, because replaying an upload is expensive. */
export const sendUpload =
  (id: number, call: FileCall): AppThunk<Promise<Sent>> =>
  async (dispatch, _getState, { transport }) => {
    dispatch(uploadProgressed({ id, sent: 0 }));
    let told = 0;
    const onProgress = (sent: number): void => {
      if (Date.now() - told < STEP_MS && sent < call.body.size) return;
      told = Date.now();
      dispatch(uploadProgressed({ id, sent }));
    };
    const session = await request(transport, { operation: getUser });
    if (session.problem !== undefined) return { problem: session.problem };
    // If it was canceled meanwhile, its answer is shown nowhere.
    return sendFile(call, held.get(id)?.ending.signal ?? AbortSignal.abort(), onProgress);
  };

/** Sends a file while a toast says so, with its progress and the way to cancel it. @returns null if it was canceled */
export const sendInToast =
  (toast: string, call: FileCall): AppThunk<Promise<Sent | null>> =>
  async (dispatch) => {
    const id = dispatch(uploadShown(call.body, toast));
    const answer = await dispatch(whileWorking(toast, holdingPage(dispatch(sendUpload(id, call)))));
    const isCanceled = fileOf(id) === undefined;
    dispatch(uploadDropped(id));
    return isCanceled ? null : answer;
  };

/** Interprets an answer; an unreadable one counts as none. */
export function readAnswer(status: number, text: string): Sent {
  const isTaken = status >= 200 && status < 300;
  try {
    if (isTaken) return { data: JSON.parse(text) as unknown };
  } catch {
    // Of a hotel's network, for instance.
  }
  return { problem: { status: isTaken ? 0 : status, detail: detailIn(text) ?? "" } };
}

/**
 * Sends a file. By XMLHttpRequest, because `fetch` reports no progress of uploads.
 * @param ending ends it, like a network that is lost
 * @param onProgress octets sent so far
 */
function sendFile(call: FileCall, ending: AbortSignal, onProgress: (sent: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
    // Every request ends with this event; status 0: no answer.
    request.addEventListener("loadend", () => resolve(readAnswer(request.status, request.responseText)));
    request.open(call.operation.method, pathOf(call));
    for (const [name, value] of new Headers(initOf(call).headers)) request.setRequestHeader(name, value);
    ending.addEventListener("abort", () => request.abort());
    if (ending.aborted) return resolve(readAnswer(0, ""));
    request.send(call.body);
  });
}
