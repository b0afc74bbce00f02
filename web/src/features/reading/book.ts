import { texts } from "@satchel/contracts";
import type { AppThunk } from "../../kit/state.ts";
import { saveFile } from "../../kit/saveFile.ts";
import { type Call, detailOf, type Problem } from "../../kit/transport/call.ts";

/** The name that the server gave a file (RFC 8187). */
const nameIn = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "")?.[1];
  return encoded === undefined ? "Satchel.epub" : decodeURIComponent(encoded);
};

/** Downloads a book; resolves to why it could not be. */
export const bookDownloaded =
  (call: Call): AppThunk<Promise<Problem | undefined>> =>
  async (_dispatch, _getState, { transport }) => {
    try {
      const response = await transport.send({ ...call, isLong: true });
      if (!response.ok) {
        const detail = await detailOf(response);
        return { status: response.status, detail: detail === "" ? texts.unexpected : detail };
      }
      saveFile(nameIn(response.headers.get("content-disposition")), await response.blob());
      return undefined;
    } catch {
      return { status: 0, detail: texts.offline };
    }
  };
