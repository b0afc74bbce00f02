import { createSocket } from "node:dgram";

/** Answers to one question: addresses, or no answer at all (`drop`), or a refusal by its code (RFC 1035 section 4.1.1). */
type DnsAnswer = readonly string[] | "drop" | "NXDOMAIN" | "SERVFAIL";

/** A name's answers; `nth` counts the questions for this name and type from 1, so that a name can change its mind. */
export type DnsZone = Record<string, (type: "A" | "AAAA", nth: number) => DnsAnswer>;

export type DnsServer = {
  /** `ip:port`, as an entry of `dnsServers`. */
  address: string;
  /** Every question so far, as `A name`. */
  questions: string[];
  close(): Promise<void>;
};

const TYPES: Record<number, "A" | "AAAA"> = { 1: "A", 28: "AAAA" };
const RCODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

/** A DNS server on loopback, UDP only, just large enough to lie. Names that are not in the zone don't exist. */
export async function startDnsServer(zone: DnsZone): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const questions: string[] = [];

  socket.on("message", (query, peer) => {
    const { name, end } = readName(query, 12);
    const type = TYPES[query.readUInt16BE(end)];
    const answer = type === undefined ? [] : answerTo(name, type);
    if (answer === "drop") return;
    socket.send(reply(query.subarray(0, end + 4), answer), peer.port, peer.address);
  });

  function answerTo(name: string, type: "A" | "AAAA"): DnsAnswer {
    questions.push(`${type} ${name}`);
    const nth = questions.filter((question) => question === `${type} ${name}`).length;
    return zone[name]?.(type, nth) ?? "NXDOMAIN";
  }

  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** The question repeated as header and question section, then one record for each address. */
function reply(question: Buffer, answer: Exclude<DnsAnswer, "drop">): Buffer {
  const addresses = typeof answer === "string" ? [] : answer;
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | (typeof answer === "string" ? RCODES[answer] : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const data = address.includes(":") ? ipv6Bytes(address) : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // the name of the question
  head.writeUInt16BE(data.length === 4 ? 1 : 28, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [start, end] = [groups(left), groups(right)];
  const all = [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
