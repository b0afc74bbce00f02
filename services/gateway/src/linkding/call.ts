import type { Method, TokenScope, UserId } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import type { Session } from "../sessions/access-token.ts";
import type { Parts } from "../http/parts.ts";
import type { Refusal } from "../http/refusal.ts";
import { notPermitted } from "./errors.ts";
import type { Fields } from "./fields.ts";
import type { PictureAddresses } from "./picture-addresses.ts";
import type { PictureUrls } from "./pictures.ts";

/** What the door for linkding's apps answers calls with. */
export interface DoorDeps extends Parts {
  readonly pictureAddresses: PictureAddresses;
}

/** One call of an app. */
export interface DoorCall {
  readonly userId: UserId;
  readonly session: Session;
  readonly request: FastifyRequest;
  /** A parameter of the query: its last value, well-formed and without NUL; undefined for one that is missing or empty. */
  readonly query: (name: string) => string | undefined;
  /** An id in the path. @throws {Refusal} 404 where it is no number */
  readonly id: (name?: "id" | "asset") => number;
  /** @param onPiece called with the octets of each piece of the body */
  readonly fields: (onPiece?: (octets: number) => void) => Promise<Fields>;
  /** Where this app loads the pictures of a bookmark. */
  readonly pictures: PictureUrls;
}

export interface DoorAnswer {
  readonly status: number;
  /** JSON; or what is streamed. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type DoorHandler = (call: DoorCall) => Promise<DoorAnswer> | DoorAnswer;

/** A row of the door's table of routes. The path is below `/linkding/api`. */
export interface DoorRoute {
  readonly method: Method;
  readonly path: string;
  readonly scope: TokenScope;
  /** The body may be a whole page. */
  readonly isUpload?: true;
  readonly handler: DoorHandler;
}

/** @throws {Refusal} 403 where the token lacks a scope */
export function requireScope({ scopes = [] }: Session, scope: TokenScope): void {
  if (!scopes.includes(scope)) throw notPermitted();
}

/** What is there. @throws {Refusal} where it is not, or another account's */
export function required<T>(value: T | undefined, missing: Refusal): T {
  if (value === undefined) throw missing;
  return value;
}

/** A parameter of a query, as {@link DoorCall.query} has it. */
export function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Readonly<Record<string, string | readonly string[]>>)[name];
  const last = typeof value === "string" ? value : value?.at(-1);
  return last === undefined || last === "" ? undefined : last.toWellFormed().replaceAll("\0", " ");
}
