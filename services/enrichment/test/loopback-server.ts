import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";

export type LoopbackServer = {
  port: number;
  /** Connections accepted so far. */
  connections: number;
  /** Connections open now. */
  open: number;
  close(): Promise<void>;
};

type Where = { host?: string; port?: number };

/** An HTTP server on loopback that counts its connections. */
export function serveHttp(listener: RequestListener, where: Where = {}): Promise<LoopbackServer> {
  return listen(createHttpServer({ maxHeaderSize: 64 * 1024 }, listener), where);
}

/** An HTTPS server on loopback with the given key and certificate (PEM). */
export function serveHttps(tls: { key: string; cert: string }, listener: RequestListener): Promise<LoopbackServer> {
  return listen(createHttpsServer(tls, listener), {});
}

/** A server on loopback that speaks whatever the callback makes of the raw connection. */
export function serveRaw(onConnection: (socket: Socket) => void, where: Where = {}): Promise<LoopbackServer> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {}); // the client leaves in the middle: that is what is tested
    onConnection(socket);
  });
  return listen(server, where);
}

/** A port of loopback where nobody listens. */
export async function freePort(): Promise<number> {
  const server = await serveRaw(() => {});
  await server.close();
  return server.port;
}

async function listen(server: Server, { host = "127.0.0.1", port = 0 }: Where): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  const result: LoopbackServer = {
    port: 0,
    connections: 0,
    open: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  server.on("connection", (socket: Socket) => {
    result.connections++;
    result.open++;
    sockets.add(socket);
    socket.on("close", () => {
      result.open--;
      sockets.delete(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  result.port = (server.address() as AddressInfo).port;
  return result;
}
