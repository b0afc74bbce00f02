import type { ErrorData } from "./errors.ts";

/**
 * What a pure `decide(state, command)` comes to: one event to append; nothing, because what was asked for is so already;
 * or a rejection, which is an ordinary outcome and no exception.
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
