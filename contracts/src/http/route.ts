/** The method of an HTTP request that the API knows (RFC 9110 section 9, RFC 5789). */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * How one call of the HTTP API is sent. The schemas of its bodies are in the operation built on it, in the file of its
 * subject, so that a client that checks no schemas loads none.
 */
export interface Route {
  readonly id: string;
  readonly method: Method;
  /** Parameters are written as `:name`. */
  readonly path: string;
  /** Media type of the body when it is not JSON. */
  readonly consumes?: string;
  /** Media types of the answer, one of them each time, when it is not always JSON. */
  readonly produces?: readonly string[];
  /** One call may change thousands of links: it may take minutes, and each user's run one after another. */
  readonly wide?: true;
}

/**
 * Describes how a call is sent.
 * @param id of the operation, which is the name of the constant as well
 */
/* @__NO_SIDE_EFFECTS__ */
export const route = <
  const Id extends string,
  const Verb extends Method,
  const Path extends string,
  const More extends Pick<Route, "consumes" | "produces" | "wide"> = Record<never, never>,
>(
  id: Id,
  method: Verb,
  path: Path,
  more?: More,
) => ({ id, method, path, ...(more as More) }) as const;
