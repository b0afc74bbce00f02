import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as afterReads, setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { LINGER_MS, SILENT_MS } from "../limits.ts";

export interface HttpServer {
  readonly port: number;
  /** Lets every accepted request finish, and cuts no connection in use. */
  close(): Promise<void>;
}

/**
 * Listens and closes. Closing a keep-alive connection at any moment would cut off a request that its client is just
 * sending. So for {@link LINGER_MS} every answer carries `Connection: close` (RFC 9112 section 9.6), at which clients
 * disconnect; only then the listener and idle connections are closed.
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<HttpServer> {
  const { server } = app;
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let closing = false;

  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, response) => {
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
    if (closing) response.setHeader("connection", "close");
  });
  // Not Fastify's own `listen`, which opens a second server for a name with two addresses.
  server.listen(port, host);
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      closing = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader("connection", "close");
      await delay(LINGER_MS);
      // A busy process wakes up late: what was sent in time is read before connections count as idle.
      await afterReads();
      const closed = app.close();
      const silent = setTimeout(() => {
        const busy = new Set([...underWay].map(({ req }) => req.socket));
        for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      }, SILENT_MS);
      await closed;
      clearTimeout(silent);
    },
  };
}
