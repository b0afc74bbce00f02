import { Client, type Dispatcher } from "undici";
import { FetchFault } from "./fetch-failure.ts";
import { type ConnectorOptions, createGuardedConnector } from "./guarded-connector.ts";
import type { FetchableUrl } from "./url-policy.ts";

/** Octets of a response header: twice what large sites send. */
const HEADER_BYTES = 64 * 1024;

/** Informational responses (RFC 9110 section 15.2) before the final one. Each calls back, so that a flood stops the process. */
const INFORMATIONAL_MAX = 20;

/** The error that ends a connection. Made once, because a stack trace takes time. */
const VISIT_ENDED = new Error("the visit is over");

/** A connection for one request, never reopened. */
export type Connection = {
  /** @throws FetchFault `malformed-response` for a flood of informational responses; errors of the client */
  request(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Resolves when it is closed. */
  end(): Promise<void>;
};

/** A connection to a URL's origin, through the guard. */
export function connectionTo(url: FetchableUrl, options: ConnectorOptions): Connection {
  const connect = createGuardedConnector(options);
  let isOpened = false;
  const client = new Client(url.origin, {
    connect: (target, callback) => {
      // Otherwise the client would reopen a lost connection after its visit has ended.
      if (isOpened) return callback(VISIT_ENDED, null);
      isOpened = true;
      connect(target, callback);
    },
    maxHeaderSize: HEADER_BYTES,
    // The visit's own time limit covers all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let informational = 0;
  const onInfo = (): void => {
    if (++informational > INFORMATIONAL_MAX)
      throw new FetchFault("malformed-response", "too many informational responses");
  };
  return {
    request: (request) => client.request({ ...request, reset: true, onInfo }),
    end: () => client.destroy(VISIT_ENDED),
  };
}
