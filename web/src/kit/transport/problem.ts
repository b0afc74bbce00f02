import type { ErrorBody } from "@satchel/contracts";

/** Why a call failed: its HTTP status, or 0 when no answer came at all; `detail` is the server's sentence. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
}

/** Whether nobody answered: no network, no server, or a proxy that says that none is behind it. */
export const isAway = (status: number): boolean => status === 0 || status === 502 || status === 504;

/** Whether a caught value is a {@link Problem}. */
export const isProblem = (error: unknown): error is Problem =>
  typeof error === "object" && error !== null && "status" in error && "detail" in error;

/** The `detail` of an error answer, "" when it has none that can be read. Leaves the answer's body unread. */
export async function detailOf(response: Response): Promise<string> {
  try {
    const body = (await response.clone().json()) as Partial<ErrorBody>;
    return typeof body.detail === "string" ? body.detail : "";
  } catch {
    return "";
  }
}
