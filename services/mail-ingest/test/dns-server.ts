import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What the zone says of a name: TXT records, or a failure of the server. Names that are missing do not exist. */
export type Zone = Record<string, readonly string[] | "SERVFAIL">;

const TXT = 16;
const code = { ok: 0, servfail: 2, nxdomain: 3 } as const;

/** A name server on loopback that answers from `zone`, which may change while it runs. Other names and types don't exist. */
export async function startDnsServer(zone: Zone): Promise<{ server: string; stop: () => Promise<void> }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, client) => {
    const { name, type, end } = question(query);
    const found = zone[name.toLowerCase()];
    const texts = found === undefined || found === "SERVFAIL" || type !== TXT ? [] : found;
    const rcode = found === "SERVFAIL" ? code.servfail : found === undefined ? code.nxdomain : code.ok;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | rcode, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...texts.map(record)]), client.port, client.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    stop: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, "latin1")])));
  // A pointer to the question's name, TXT, IN, no caching.
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
