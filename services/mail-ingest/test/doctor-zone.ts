import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";

/** The records of a name. Missing types are empty; missing names don't exist. */
export interface Host {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly cname?: string;
  /** With preference 10, 20, …; "" is the root. */
  readonly mx?: readonly string[];
  readonly ptr?: readonly string[];
  readonly txt?: readonly string[];
}

export type Hosts = Record<string, Host | "SERVFAIL" | "SILENCE">;

const types = { a: 1, cname: 5, ptr: 12, mx: 15, txt: 16, aaaa: 28 } as const;

/** A name server on loopback with every type of record that mail needs, over UDP. `hosts` may change while it runs. */
export async function startMailZone(hosts: Hosts): Promise<{ server: string; stop: () => Promise<void> }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, client) => {
    const { name, type, end } = question(query);
    const found = hosts[name.toLowerCase()];
    if (found === "SILENCE") return;
    const records = found === undefined || found === "SERVFAIL" ? [] : recordsOf(found, type);
    const rcode = found === undefined ? 3 : found === "SERVFAIL" ? 2 : 0;
    const header = Buffer.concat([query.subarray(0, 2), uint16(0x8180 | rcode), uint16(1), uint16(records.length)]);
    socket.send(
      Buffer.concat([header, Buffer.alloc(4), query.subarray(12, end), ...records]),
      client.port,
      client.address,
    );
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

/** The name under which the names of an IPv4 address are (RFC 1035 section 3.5). */
export const reverseOf = (address: string): string => `${address.split(".").toReversed().join(".")}.in-addr.arpa`;

function recordsOf(host: Host, type: number): Buffer[] {
  const { a = [], aaaa = [], cname, mx = [], ptr = [], txt = [] } = host;
  if (cname !== undefined && type !== types.mx) return [record(types.cname, nameOf(cname))];
  if (type === types.a) return a.map((address) => record(type, addressOf(address)));
  if (type === types.aaaa) return aaaa.map((address) => record(type, addressOf(address)));
  if (type === types.ptr) return ptr.map((name) => record(type, nameOf(name)));
  if (type === types.mx) return mx.map((name, n) => record(type, Buffer.concat([uint16(10 * (n + 1)), nameOf(name)])));
  if (type === types.txt) return txt.map((text) => record(type, textOf(text)));
  return [];
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

function addressOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const [before = "", after = ""] = address.split("::");
  const groups = (text: string): string[] => text.split(":").filter((group) => group !== "");
  const gap = 8 - groups(before).length - groups(after).length;
  const all = [
    ...groups(before),
    ...Array.from({ length: address.includes("::") ? gap : 0 }, () => "0"),
    ...groups(after),
  ];
  return Buffer.concat(all.map((group) => uint16(Number.parseInt(group, 16))));
}

function nameOf(name: string): Buffer {
  const labels = name.split(".").filter((label) => label !== "");
  return Buffer.concat([...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.alloc(1)]);
}

function textOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, "latin1")])));
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

/** A record of the question's name, of class IN, that may not be cached. */
const record = (type: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xc0, 12]), uint16(type), uint16(1), Buffer.alloc(4), uint16(data.length), data]);
