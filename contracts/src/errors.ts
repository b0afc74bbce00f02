import Type, { type Static } from "typebox";

/** Stable codes of errors of a command. Only the gateway maps them to HTTP statuses. */
export const ErrorCode = Type.Enum([
  "invalid",
  "rejected",
  "not-found",
  "unauthenticated",
  "forbidden",
  "conflict",
  "taken",
  "too-large",
  "full",
  "limited",
  "unavailable",
  "internal",
]);
export type ErrorCode = Static<typeof ErrorCode>;

/** One fault of an input: `path` is a JSON pointer into it ("" is the whole), `message` a sentence for people. */
export const FieldError = Type.Object({ path: Type.String(), message: Type.String() });
export type FieldError = Static<typeof FieldError>;

/** An error as it crosses the bus. `retryAfter` is in seconds. */
export const ErrorData = Type.Object({
  code: ErrorCode,
  detail: Type.String(),
  errors: Type.Optional(Type.Array(FieldError)),
  retryAfter: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type ErrorData = Static<typeof ErrorData>;

/** The base of all expected errors. `detail` is shown to the user, so it never holds internals. */
export class SatchelError extends Error {
  readonly data: ErrorData;

  constructor(code: ErrorCode, detail: string, more: Omit<ErrorData, "code" | "detail"> = {}) {
    super(detail);
    this.name = "SatchelError";
    this.data = { code, detail, ...more };
  }

  get code(): ErrorCode {
    return this.data.code;
  }
}

/** Whether an unknown value is a {@link SatchelError}, by shape, so that two copies of this module agree. */
export const isSatchelError = (error: unknown): error is SatchelError =>
  error instanceof Error && error.name === "SatchelError" && "data" in error;

const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["not-found", "rejected", "invalid"]);

/** Whether a command was refused so that its repetition would be too: what it asks for is wrong, or not there. */
export const isFinal = (error: unknown): error is SatchelError => isSatchelError(error) && FINAL.has(error.code);
