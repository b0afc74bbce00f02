import type { Route } from "@satchel/contracts/routes";

type Scalar = string | number | boolean;

/** One call of an operation of the contracts. */
export interface Call {
  readonly operation: Route;
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Readonly<Record<string, Scalar>>;
  /** JSON, or a page as it is. */
  readonly body?: unknown;
  /** It continues after the page that sent it was closed. */
  readonly keepalive?: boolean;
  /** Whether it is answered with a file, which is given as a `Blob`, and not with JSON. */
  readonly isFile?: boolean;
}

/** The path of a call: `:name` filled in, query appended. */
export function pathOf({ operation, params, query }: Call): string {
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const entries = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}
