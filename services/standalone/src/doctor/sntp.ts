import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { lookup } from "node:dns/promises";

/** Seconds from 1900, where NTP begins, to 1970. */
const EPOCH = 2_208_988_800;

const millisecondsAt = (packet: Buffer, offset: number): number =>
  (packet.readUInt32BE(offset) - EPOCH) * 1000 + (packet.readUInt32BE(offset + 4) / 2 ** 32) * 1000;

/**
 * How many milliseconds a time server is ahead of this clock (SNTP, RFC 4330 section 5).
 * @throws when it does not answer, or its answer says no time
 */
export async function offsetOf(host: string, port: number, timeoutMs: number): Promise<number> {
  const { address } = await lookup(host);
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  try {
    // Version 4, client.
    const request = Buffer.alloc(48);
    request[0] = 0x23;
    const sent = Date.now();
    socket.send(request, port, address);
    const [answer] = (await once(socket, "message", { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
      throw new Error(`nothing came within ${timeoutMs / 1000} s`);
    })) as [Buffer];
    const received = Date.now();
    // Stratum 0 refuses; from 16 on the server has no time itself.
    if (answer.length < 48 || (answer[0] ?? 0) >> 6 === 3 || answer[1] === 0 || (answer[1] ?? 16) > 15) {
      throw new Error("its answer says no time");
    }
    return (millisecondsAt(answer, 32) - sent + (millisecondsAt(answer, 40) - received)) / 2;
  } finally {
    socket.close();
  }
}
