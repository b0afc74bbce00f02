import { addressOf } from "@satchel/chassis";
import type { Locale } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import { clientNames } from "./client.ts";
import { deviceOf } from "./device.ts";
import { localeOf } from "./locale.ts";

/** What commands need to know about a request's sender. */
interface Caller {
  /** A keyed hash of the client's network, for limits. */
  readonly client: string;
  /** The client's network address, if the text that a proxy passed on is one. Stored of API tokens alone. */
  readonly address: string | undefined;
  /** The name of a new session: "Firefox on Linux". */
  readonly device: string;
  /** The language of mails. */
  readonly locale: Locale;
}

export type CallerOf = (request: FastifyRequest) => Caller;

/** @param key the installation's key, from which the one for clients is derived */
export function callers(key: string): CallerOf {
  const nameOf = clientNames(key);
  return ({ ip, headers }) => ({
    client: nameOf(ip),
    address: addressOf(ip),
    device: deviceOf(headers["user-agent"]),
    locale: localeOf(headers["accept-language"]),
  });
}
