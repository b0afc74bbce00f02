import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { atEnd } from "./at-end.ts";

/** A way to a server that can be cut, as a broken network does, or held, as a busy server does, and mended. */
export interface Cuttable {
  /** The server's address by this way. */
  readonly url: string;
  cut(): void;
  /** Nothing gets through, and the connections stay. */
  hold(): void;
  mend(): void;
  /** Nothing gets through the connections that there are, ever again, as if their server lost its power; new ones are good. */
  strand(): void;
}

/** Opens such a way to the server of a URL with a port. */
export async function cuttable(target: string): Promise<Cuttable> {
  const url = new URL(target);
  const [host, port] = [url.hostname, Number(url.port)];
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHeld = false;
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => sockets.delete(socket));
    }
    const pair = [near, far] as const;
    pairs.add(pair);
    if (!isHeld) near.pipe(far).pipe(near);
    near.once("close", () => {
      pairs.delete(pair);
      far.destroy();
    });
    far.once("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    hold: () => {
      isHeld = true;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    strand: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        // What it sends is read, so that it learns nothing.
        near.resume();
        far.resume();
      }
      pairs.clear();
    },
    mend: () => {
      isCut = false;
      if (isHeld) for (const [near, far] of pairs) near.pipe(far).pipe(near);
      isHeld = false;
    },
  };
}
