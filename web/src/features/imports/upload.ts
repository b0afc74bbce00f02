import { IMPORT_BYTES, type ImportFault, texts } from "@satchel/contracts";
import { getUser } from "@satchel/contracts/routes";
import type { AppThunk } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { importsApi } from "./imports.api.ts";
import { request } from "../../kit/transport/request.ts";
import {
  selectNextUpload,
  uploadBegun,
  uploadFailed,
  uploadGone,
  uploadProgressed,
} from "../../session/imports.slice.ts";
import { type Sent, sendFile } from "./sendFile.ts";

/** A share from 0 to 1 as the language writes it: "42%", "42 %". Whole ones alone, and never 100 before it is. */
export const percentIn = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share < 1 ? Math.floor(share * 100) / 100 : 1);

/** A cell of CSV (RFC 4180, section 2); one that a spreadsheet would compute begins with an apostrophe. */
function cell(value: string): string {
  const inert = /^[=+\-@'\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The skipped entries of an import as CSV, with a byte order mark for spreadsheets. */
export function faultsCsv(faults: readonly ImportFault[]): string {
  const lines = faults.map(({ entry, text, reason }) => [String(entry), cell(text), cell(reason)].join(","));
  return `\uFEFF${["entry,text,reason", ...lines].join("\r\n")}\r\n`;
}

/** Milliseconds between two steps of the bar: more often nobody sees. */
const STEP_MS = 100;

/** Why the server did not take a file, in words: its own where it says so. */
export function uploadFailure({ status, detail }: Problem): string {
  if (status === 413) return texts.imports.tooLarge;
  if (status === 429 && detail === "") return texts.server.tooMany;
  return status >= 400 && status < 500 && status !== 401 && detail !== "" ? detail : texts.unexpected;
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
let underWay = 0;

/** Asks before the page goes away, as long as a file is on its way. */
async function holdingPage<Result>(work: Promise<Result>): Promise<Result> {
  if (underWay++ === 0) window.addEventListener("beforeunload", warn);
  try {
    return await work;
  } finally {
    if (--underWay === 0) window.removeEventListener("beforeunload", warn);
  }
}

/** Hands a file of bookmarks in. The session is renewed before, where it has to be: an upload can't be replayed cheaply. */
export const upload =
  (file: File): AppThunk<Promise<void>> =>
  async (dispatch, getState, { transport }) => {
    const id = selectNextUpload(getState());
    dispatch(uploadBegun({ name: file.name, total: file.size }));
    if (file.size > IMPORT_BYTES) return void dispatch(uploadFailed({ id, error: texts.imports.tooLarge }));

    let told = 0;
    const onProgress = (sent: number): void => {
      if (Date.now() - told < STEP_MS && sent < file.size) return;
      told = Date.now();
      dispatch(uploadProgressed({ id, sent }));
    };
    const send = async (): Promise<Sent> => {
      const session = await request(transport, { operation: getUser });
      return session.problem === undefined ? sendFile(file, onProgress) : { problem: session.problem };
    };

    const { data, problem } = await holdingPage(send());
    if (problem !== undefined) return void dispatch(uploadFailed({ id, error: uploadFailure(problem) }));
    dispatch(uploadGone(id));
    dispatch(
      importsApi.util.updateQueryData("imports", undefined, (list) =>
        list.some((each) => each.id === data.id) ? list : [data, ...list],
      ),
    );
  };
