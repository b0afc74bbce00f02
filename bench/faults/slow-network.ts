import { createServer, connect, type Socket } from "node:net";
import { atEnd, freePort } from "@satchel/testing";

/** The properties of a slow network, for each direction of each connection. */
interface Slowness {
  /** Milliseconds of delay, and of random jitter at most. */
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly bytesPerSecond: number;
  /** Milliseconds between two breaks of all connections. */
  readonly cutEveryMs: number;
}

/** Octets in transit before the sender has to wait. */
const WINDOW = 256 * 1024;

/** A TCP proxy on loopback. It delays nothing until it is made slow. */
export class Network {
  readonly port: number;
  readonly #target: number;
  readonly #random: () => number;
  readonly #sockets = new Set<Socket>();
  #slowness: Slowness | undefined;
  #cutting: NodeJS.Timeout | undefined;

  private constructor(port: number, target: number, random: () => number) {
    this.port = port;
    this.#target = target;
    this.#random = random;
  }

  /** Opens a proxy of a port of this machine, until `cleanUp`. @param random for the jitter */
  static async to(target: number, random: () => number): Promise<Network> {
    const network = new Network(await freePort(), target, random);
    const server = createServer({ allowHalfOpen: true }, (client) => network.#join(client));
    await new Promise<void>((resolve) => server.listen(network.port, "127.0.0.1", resolve));
    atEnd(() => {
      network.slow(undefined);
      network.#cut();
      server.close();
    });
    return network;
  }

  /** Makes it slow, or fast again. */
  slow(slowness: Slowness | undefined): void {
    clearInterval(this.#cutting);
    this.#slowness = slowness;
    if (slowness !== undefined) this.#cutting = setInterval(() => this.#cut(), slowness.cutEveryMs);
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #join(client: Socket): void {
    const server = connect({ port: this.#target, host: "127.0.0.1", allowHalfOpen: true });
    for (const [socket, other] of [[client, server] as const, [server, client] as const]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      this.#carry(socket, other);
    }
  }

  /** Forwards pieces in their order, each at its due time. */
  #carry(from: Socket, to: Socket): void {
    let waiting = 0;
    let due = 0;
    const later = (size: number, act: () => void): void => {
      const slowness = this.#slowness;
      const now = performance.now();
      if (slowness === undefined && due <= now) return act();
      const { delayMs = 0, jitterMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY } = slowness ?? {};
      due = Math.max(due, now + delayMs + this.#random() * jitterMs) + (size / bytesPerSecond) * 1000;
      waiting += size;
      if (waiting > WINDOW) from.pause();
      setTimeout(() => {
        waiting -= size;
        if (waiting <= WINDOW) from.resume();
        act();
      }, due - now);
    };
    from.on("data", (data) => later(data.length, () => void (to.destroyed || to.write(data))));
    from.on("end", () => later(0, () => void (to.destroyed || to.end())));
  }
}
