import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "./at-end.ts";

/** Milliseconds between two looks at a backend's readiness, and for its answer. */
const LOOK_MS = 200;
const ANSWER_MS = 1000;

/** What a balancer sends connections to. */
export interface Backend {
  readonly port: number | undefined;
  /** Answers 200 while it takes work; where there is none, whatever takes connections does. */
  readonly readyUrl?: string;
}

export interface BalancerOptions {
  readonly port: number;
  readonly backends: readonly Backend[];
  /** Whether each connection begins with a line that says where it comes from (PROXY protocol, version 1). */
  readonly proxyLine?: boolean;
}

/** A TCP balancer as an operator has it in front of replicas. */
export interface Balancer {
  readonly port: number;
  /** Ports of the backends that take connections right now. */
  readonly inUse: () => readonly number[];
}

/**
 * Passes connections on to the backends in turn: octets as they are, whatever they mean. A backend whose readiness is red gets no new
 * connection, and one that refuses a connection is passed over; those that stand are left alone. What a client has sent goes to
 * one backend and never to another.
 */
export async function startBalancer({ port, backends, proxyLine = false }: BalancerOptions): Promise<Balancer> {
  const ready = new Set<number>();
  const open = new Set<Socket>();
  let turn = 0;

  const look = async ({ port: backend, readyUrl }: Backend): Promise<void> => {
    if (backend === undefined) return;
    if (readyUrl === undefined) return void ready.add(backend);
    const isReady = await fetch(readyUrl, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(backend);
    else ready.delete(backend);
  };
  const lookAtAll = async (): Promise<void> => void (await Promise.all(backends.map(look)));
  await lookAtAll();
  const looking = setInterval(() => void lookAtAll(), LOOK_MS);

  const server = createServer({ pauseOnConnect: true }, (client) => {
    track(client);
    const ports = [...ready];
    const first = turn++;
    pass(
      client,
      ports.map((_, n) => ports[(first + n) % ports.length] as number),
    );
  });

  /** Connects a client with the first of these that takes it. */
  function pass(client: Socket, [backend, ...others]: readonly number[]): void {
    if (backend === undefined) return void client.destroy();
    const behind = track(connect(backend, "127.0.0.1"));
    const refused = (): void => {
      pass(client, others);
    };
    behind.once("error", refused);
    behind.once("connect", () => {
      behind.off("error", refused);
      if (proxyLine) behind.write(`PROXY TCP4 127.0.0.1 127.0.0.1 ${client.remotePort ?? 0} ${port}\r\n`);
      client.pipe(behind).pipe(client);
      client.once("close", () => behind.destroy());
      // What it had said before it ended still has to reach the client.
      behind.once("close", (isBroken) => (isBroken ? client.destroy() : client.end()));
    });
  }

  function track(socket: Socket): Socket {
    open.add(socket);
    socket.setNoDelay(true);
    // "close" follows, and that is what counts.
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    return socket;
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    clearInterval(looking);
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return { port, inUse: () => [...ready] };
}
