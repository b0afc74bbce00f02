import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP balancer on loopback. */
export interface Balancer {
  readonly port: number;
  /** The number of connections of each target. */
  readonly given: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Distributes connections to the targets in turn, and skips one that accepts none. It does not read the data. */
export async function startBalancer(targets: readonly number[]): Promise<Balancer> {
  const given = new Map(targets.map((target) => [target, 0]));
  const open = new Set<Socket>();
  let turn = 0;
  const join = (client: Socket, tries: number): void => {
    const target = targets[turn++ % targets.length] ?? 0;
    const server = connect(target, "127.0.0.1");
    open.add(server);
    server.once("connect", () => {
      given.set(target, (given.get(target) ?? 0) + 1);
      client.pipe(server).pipe(client);
      client.on("close", () => server.destroy());
      server.on("close", () => client.destroy());
    });
    server.on("error", () => {
      server.destroy();
      if (server.bytesRead === 0 && tries > 1) join(client, tries - 1);
      else client.destroy();
    });
  };
  const balancer = createServer((client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    join(client, targets.length);
  });
  balancer.listen(0, "127.0.0.1");
  await once(balancer, "listening");
  return {
    port: (balancer.address() as AddressInfo).port,
    given,
    stop: async () => {
      for (const socket of open) socket.destroy();
      balancer.close();
      await once(balancer, "close");
    },
  };
}
