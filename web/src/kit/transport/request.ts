import type { Call } from "./call.ts";
import { detailOf, type Problem } from "./call.ts";
import type { Transport } from "./transport.ts";

/** A call that went well, or why it did not. */
export type Answer =
  | { readonly data: unknown; readonly headers: Headers; readonly problem?: never }
  | { readonly problem: Problem };

/** Makes a call and reads its answer; null for one without a body. Never rejects. */
export async function request(transport: Transport, call: Call, signal?: AbortSignal): Promise<Answer> {
  try {
    const response = await transport.send(call, signal);
    if (!response.ok) return { problem: { status: response.status, detail: await detailOf(response) } };
    const data: unknown = response.status === 204 ? null : await response.json();
    return { data, headers: response.headers };
  } catch (error) {
    return { problem: { status: 0, detail: String(error) } };
  }
}
