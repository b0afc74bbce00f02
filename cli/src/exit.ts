/** What the program's end says (docs/cli.md). */
export const EXIT = {
  /** Something failed, or was done in part. */
  failed: 1,
  /** The command was not understood. */
  usage: 2,
  /** There is no token, or the server does not take it for this. */
  notAllowed: 3,
  /** There is no such link, or nothing was found. */
  notFound: 4,
  /** No answer, or the server is not ready. */
  unavailable: 5,
} as const;

/** Ends the program with a sentence for its user. */
export class CommandError extends Error {
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.name = "CommandError";
    this.code = code;
  }
}
