import type { Import } from "@satchel/contracts";
import { createImport } from "@satchel/contracts/routes";
import type { Problem } from "../../kit/transport/call.ts";

/** The file is with the server, or why it is not. */
export type Sent =
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

/** What an answer means; one that can't be read counts as none. */
export function readAnswer(status: number, text: string): Sent {
  const body = bodyOf(text);
  if (status === 202 && isObject(body)) return { data: body as unknown as Import };
  const detail = isObject(body) && typeof body["detail"] === "string" ? body["detail"] : "";
  return { problem: { status: status === 202 ? 0 : status, detail } };
}

/**
 * Sends a file of bookmarks as it is. By XMLHttpRequest, because `fetch` does not tell how far an upload is.
 * @param onProgress octets sent so far
 */
export function sendFile(file: File, onProgress: (sent: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
    // The end of every request, well or not; status 0: no answer came.
    request.addEventListener("loadend", () => resolve(readAnswer(request.status, request.responseText)));
    request.open(createImport.method, `${createImport.path}?${new URLSearchParams({ name: file.name })}`);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
}
