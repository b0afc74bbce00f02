import { IMPORT_BYTES, texts } from "@satchel/contracts";
import { getUser } from "@satchel/contracts/routes";
import type { AppThunk } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/problem.ts";
import { request } from "../../kit/transport/request.ts";
import { importsApi } from "./imports.api.ts";
import {
  selectNextUpload,
  uploadBegun,
  uploadFailed,
  uploadGone,
  uploadProgressed,
} from "../../session/imports.slice.ts";
import { type Sent, sendFile } from "./sendFile.ts";

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
