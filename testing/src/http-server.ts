import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on a free port, by default on loopback. */
export interface HttpServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Closes it with all of its connections. */
  readonly close: () => void;
}

export async function startHttpServer(listener: RequestListener, host = "127.0.0.1"): Promise<HttpServer> {
  const server = createServer(listener).listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://${host}:${port}`, port, close };
}
