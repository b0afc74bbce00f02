import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "./at-end.ts";

/** Milliseconds between two checks of a backend's readiness, and for its answer. */
const CHECK_MS = 200;
const ANSWER_MS = 1000;

/** A server behind a balancer. */
export interface Backend {
  readonly port: number | undefined;
  /** Answers 200 while the backend is ready; without it, a backend that accepts connections is ready. */
  readonly readyUrl?: string;
}

export interface BalancerOptions {
  readonly port: number;
  readonly backends: readonly Backend[];
  /** Whether each connection begins with a line with the client's address (PROXY protocol, version 1). */
  readonly proxyLine?: boolean;
}

/** A TCP balancer in front of replicas. */
export interface Balancer {
  readonly port: number;
  /** Ports of the backends that are ready now. */
  readonly inUse: () => readonly number[];
}

/**
 * Forwards connections to the backends in turn. A backend that is not ready gets no new connection, and one that refuses a
 * connection is skipped; open connections are not touched. The octets of a client go to one backend only.
 */
export async function startBalancer({ port, backends, proxyLine = false }: BalancerOptions): Promise<Balancer> {
  const ready = new Set<number>();
  const open = new Set<Socket>();
  let turn = 0;

  const check = async ({ port: backend, readyUrl }: Backend): Promise<void> => {
    if (backend === undefined) return;
    if (readyUrl === undefined) return void ready.add(backend);
    const isReady = await fetch(readyUrl, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(backend);
    else ready.delete(backend);
  };
  const checkAll = async (): Promise<void> => void (await Promise.all(backends.map(check)));
  await checkAll();
  const checking = setInterval(() => void checkAll(), CHECK_MS);

  const server = createServer({ pauseOnConnect: true }, (client) => {
    track(client);
    const ports = [...ready];
    const first = turn++;
    forward(
      client,
      ports.map((_, n) => ports[(first + n) % ports.length] as number),
    );
  });

  /** Connects a client to the first of these backends that accepts the connection. */
  function forward(client: Socket, [backend, ...others]: readonly number[]): void {
    if (backend === undefined) return void client.destroy();
    const behind = track(connect(backend, "127.0.0.1"));
    const refused = (): void => {
      forward(client, others);
    };
    behind.once("error", refused);
    behind.once("connect", () => {
      behind.off("error", refused);
      if (proxyLine) behind.write(`PROXY TCP4 127.0.0.1 127.0.0.1 ${client.remotePort ?? 0} ${port}\r\n`);
      client.pipe(behind).pipe(client);
      client.once("close", () => behind.destroy());
      // Data that it sent before its end still has to reach the client.
      behind.once("close", (isBroken) => (isBroken ? client.destroy() : client.end()));
    });
  }

  function track(socket: Socket): Socket {
    open.add(socket);
    socket.setNoDelay(true);
    // "close" follows, which is handled.
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    return socket;
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    clearInterval(checking);
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return { port, inUse: () => [...ready] };
}
