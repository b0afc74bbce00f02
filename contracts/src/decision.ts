import type { ErrorData } from "./errors.ts";

/**
 * The outcome of a pure `decide(state, command)`: one event to append; nothing, because the state is already right;
 * or a rejection, which is not thrown.
 */
export type Decision<Event, Result> =
  | { readonly kind: "event"; readonly event: Event }
  | { readonly kind: "nothing"; readonly result: Result }
  | { readonly kind: "rejected"; readonly error: ErrorData };

export const happened = <Event>(event: Event): { kind: "event"; event: Event } => ({ kind: "event", event });

export const nothingToDo = <Result>(result: Result): { kind: "nothing"; result: Result } => ({
  kind: "nothing",
  result,
});

export const rejected = (code: ErrorData["code"], detail: string): { kind: "rejected"; error: ErrorData } => ({
  kind: "rejected",
  error: { code, detail },
});

/** The result of a command that answers nothing but that it was done. */
export type NoResult = Record<string, never>;
