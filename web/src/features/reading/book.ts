import { texts } from "@satchel/contracts";
import type { AppThunk } from "../../kit/state.ts";
import { type Call, detailOf, type Problem } from "../../kit/transport/call.ts";

/** Milliseconds until a saved file's octets are let go: the browser has begun to write them. */
const KEPT_MS = 60_000;

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
      const response = await transport.send(call);
      if (!response.ok) {
        const detail = await detailOf(response);
        return { status: response.status, detail: detail === "" ? texts.unexpected : detail };
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = nameIn(response.headers.get("content-disposition"));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
      return undefined;
    } catch {
      return { status: 0, detail: texts.offline };
    }
  };
