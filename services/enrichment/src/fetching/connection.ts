import { Client } from "undici";
import { type ConnectorOptions, createGuardedConnector } from "./guarded-connector.ts";
import type { FetchableUrl } from "./url-policy.ts";

/** Octets of a response header: twice what large sites send, far below what hurts. */
const HEADER_BYTES = 64 * 1024;

/** What a connection is ended with. Made once: each error of its own would take the time of a stack trace. */
const OVER = new Error("the visit is over");

/** A connection for one request, opened with it and never again. */
export type Connection = {
  readonly client: Client;
  /** Resolves when it is closed. */
  end(): Promise<void>;
};

/** A connection to a URL's origin, through the guard. */
export function connectionTo(url: FetchableUrl, options: ConnectorOptions): Connection {
  const connect = createGuardedConnector(options);
  let isOpened = false;
  const client = new Client(url.origin, {
    connect: (target, callback) => {
      // The client would open another one when this is lost, by what was checked for a visit that is long over.
      if (isOpened) return callback(OVER, null);
      isOpened = true;
      connect(target, callback);
    },
    maxHeaderSize: HEADER_BYTES,
    // The visit's own time limit holds over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { client, end: () => client.destroy(OVER) };
}
