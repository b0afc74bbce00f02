import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to the system that can be closed: then whoever comes is cut off, as by a lost network. */
export interface Gate {
  readonly url: string;
  isOpen: boolean;
  /** What went through, such as `POST /api/links/`, in its order. */
  readonly passed: string[];
  close(): void;
}

/** Opens a gate to a server on this machine. Whoever goes through comes from a network of its own: limits count by network. */
export async function openGate(to: string): Promise<Gate> {
  const passed: string[] = [];
  const [network] = randomUUID().split("-");
  const from = `2001:db8:${network?.slice(0, 4)}:${network?.slice(4)}::1`;

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    if (!gate.isOpen) return void incoming.socket.destroy();
    passed.push(`${incoming.method} ${incoming.url}`);
    const headers = { ...incoming.headers, "x-forwarded-for": from };
    const outgoing = request(to + incoming.url, { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  }

  const server: Server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isOpen: true,
    passed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return gate;
}
