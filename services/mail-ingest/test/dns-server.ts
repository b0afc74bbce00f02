import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** What a name has. A text that is an array is one record of several strings; others are cut into strings of 255 octets. */
export interface Records {
  readonly txt?: readonly (string | readonly string[])[];
  readonly a?: readonly string[];
  readonly mx?: readonly string[];
  readonly cname?: string;
}

/**
 * What the zone says of a name: TXT records, records of several types, a failure of the server, or nothing at all, as where no
 * server is. `*.name` stands for all names below one that are not there themselves; others that are missing do not exist.
 */
export type Zone = Record<string, readonly string[] | Records | "SERVFAIL" | "SILENCE">;

const types = { a: 1, cname: 5, mx: 15, txt: 16 } as const;
const codes = { ok: 0, servfail: 2, nxdomain: 3 } as const;

/** Octets that are answered by UDP; longer answers are fetched by TCP (RFC 7766). */
const UDP_OCTETS = 1232;

/**
 * A name server that answers from `zone`, which may change while it runs; `asked` collects the names it is asked for.
 * @param host by default loopback @param wanted its port, by default a free one
 */
export async function startDnsServer(
  zone: Zone,
  host = "127.0.0.1",
  wanted = 0,
): Promise<{ server: string; asked: string[]; stop: () => Promise<void> }> {
  const asked: string[] = [];
  const tcp = createServer((socket) => answerStream(socket, (query) => answer(query, zone, asked)));
  tcp.listen(wanted, host);
  await once(tcp, "listening");
  const port = (tcp.address() as { port: number }).port;
  const udp = createSocket("udp4");
  udp.on("message", (query, client) => {
    const whole = answer(query, zone, asked);
    if (whole === undefined) return;
    udp.send(whole.length > UDP_OCTETS ? truncated(whole, query) : whole, client.port, client.address);
  });
  udp.bind(port, host);
  await once(udp, "listening");
  return { server: `${host}:${port}`, asked, stop: () => stop(udp, tcp) };
}

async function stop(udp: ReturnType<typeof createSocket>, tcp: Server): Promise<void> {
  udp.close();
  tcp.close();
  await once(udp, "close");
}

function answerStream(socket: Socket, answerTo: (query: Buffer) => Buffer | undefined): void {
  let received = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (data) => {
    received = Buffer.concat([received, data]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0);
      const whole = answerTo(received.subarray(2, end));
      received = received.subarray(end);
      if (whole !== undefined) socket.write(Buffer.concat([uint16(whole.length), whole]));
    }
  });
}

function answer(query: Buffer, zone: Zone, asked: string[]): Buffer | undefined {
  const { name, type, end } = question(query);
  asked.push(name.toLowerCase());
  const records: Buffer[] = [];
  let owner = name.toLowerCase();
  let found = lookUp(zone, owner);
  // Aliases are followed, as the resolvers that Satchel asks do.
  for (let i = 0; i < 8 && typeof found === "object" && !Array.isArray(found) && "cname" in found; i++) {
    records.push(record(owner, types.cname, encodeName(found.cname ?? "")));
    owner = found.cname ?? "";
    found = lookUp(zone, owner);
  }
  if (found === "SILENCE") return undefined;
  if (found !== undefined && found !== "SERVFAIL") records.push(...recordsOf(owner, found, type));
  const code = found === "SERVFAIL" ? codes.servfail : found === undefined ? codes.nxdomain : codes.ok;
  const header = Buffer.concat([query.subarray(0, 2), uint16(0x8180 | code), uint16(1), uint16(records.length)]);
  return Buffer.concat([header, Buffer.alloc(4), query.subarray(12, end), ...records]);
}

function lookUp(zone: Zone, name: string): Zone[string] | undefined {
  if (name in zone) return zone[name];
  const labels = name.split(".");
  for (let i = 1; i < labels.length; i++) {
    const below = zone[`*.${labels.slice(i).join(".")}`];
    if (below !== undefined) return below;
  }
  return undefined;
}

function recordsOf(owner: string, found: readonly string[] | Records, type: number): Buffer[] {
  const { txt = [], a = [], mx = [] }: Records = "length" in found ? { txt: found as readonly string[] } : found;
  if (type === types.txt) return txt.map((text) => record(owner, type, textData(text)));
  if (type === types.a) return a.map((address) => record(owner, type, Buffer.from(address.split(".").map(Number))));
  if (type === types.mx) return mx.map((host) => record(owner, type, Buffer.concat([uint16(10), encodeName(host)])));
  return [];
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The same answer without its records, and with the flag that says so. */
function truncated(whole: Buffer, query: Buffer): Buffer {
  const short = Buffer.from(whole.subarray(0, question(query).end));
  short.writeUInt8(short.readUInt8(2) | 2, 2);
  short.writeUInt16BE(0, 6);
  return short;
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").filter((label) => label !== "");
  return Buffer.concat([...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.alloc(1)]);
}

function textData(text: string | readonly string[]): Buffer {
  const parts = typeof text === "string" ? (text.match(/.{1,255}/gs) ?? [""]) : text;
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, "latin1")])));
}

/** A record of class IN that may not be cached. */
const record = (owner: string, type: number, data: Buffer): Buffer =>
  Buffer.concat([encodeName(owner), uint16(type), uint16(1), Buffer.alloc(4), uint16(data.length), data]);
