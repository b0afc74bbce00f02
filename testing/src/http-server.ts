import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on loopback, on a free port. */
export interface HttpServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Closes it with all of its connections. */
  readonly close: () => void;
}

export async function startHttpServer(listener: RequestListener): Promise<HttpServer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, port, close };
}
