/** A call that failed: the server's status and sentence. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** Seconds to wait before the call is repeated, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    detail: string,
    options: ErrorOptions & { readonly retryAfter?: number | undefined } = {},
  ) {
    super(detail, options);
    this.name = "ApiError";
    this.status = status;
    this.retryAfter = options.retryAfter;
  }
}
