import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import ipaddr from "ipaddr.js";
import type { buildConnector } from "undici";
import { FetchFault } from "./fetch-failure.ts";
import type { HostResolver } from "./host-resolver.ts";
import { isPublicAddress } from "./public-address.ts";
import { limitTime } from "./time-limit.ts";
import { literalAddress, type UrlPolicy } from "./url-policy.ts";

/** Opens a TCP connection to an address. Replaced in tests only, where nothing may leave the machine. */
export type Dial = (target: { host: string; port: number }) => Socket;

export type ConnectorOptions = {
  policy: UrlPolicy;
  resolver: HostResolver;
  /** Ends a connection that is still being opened. */
  signal: AbortSignal;
  /** PEM certificates trusted instead of Node's own list. */
  ca?: readonly string[] | undefined;
  dial?: Dial | undefined;
};

/** Milliseconds to find a name's addresses. */
const RESOLVE_MS = 4000;

/** Milliseconds to reach one address, so that a dead one leaves time for the next. */
const CONNECT_MS = 2500;

/** Addresses tried for one name: a name can have hundreds. */
const ADDRESSES_TRIED = 3;

/**
 * The only place that opens connections to the outside, so that the rules apply to every URL: the destination and all its
 * addresses are checked; the connection goes to a checked address, because a second look-up could give another one; and no
 * byte is sent before the socket's peer was compared with it.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    connect(options, target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

async function connect(options: ConnectorOptions, target: buildConnector.Options): Promise<Socket> {
  const { policy } = options;
  const secure = target.protocol === "https:";
  const destination = { hostname: target.hostname, port: Number(target.port || (secure ? 443 : 80)) };
  policy.checkDestination(destination);

  const addresses = await addressesOf(options, target.hostname);
  if (!policy.isAllowed(destination) && !addresses.every(isPublicAddress)) {
    throw new FetchFault("blocked-address", "the name leads to an address that is not public");
  }

  let last: FetchFault | undefined;
  for (const host of addresses.slice(0, ADDRESSES_TRIED)) {
    try {
      const socket = await openTcp(options, { host, port: destination.port });
      return secure ? await openTls(options, socket, { host, name: target.hostname }) : socket;
    } catch (error) {
      // Only an unreachable address is a reason to try the next; a refused peer or a bad certificate is final.
      if (!(error instanceof FetchFault && error.reason === "connect-failed")) throw error;
      last = error;
    }
  }
  throw last ?? new FetchFault("dns-failure", "the name has no address");
}

async function addressesOf({ resolver, signal }: ConnectorOptions, hostname: string): Promise<string[]> {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return [literal];
  const tooLate = () => new FetchFault("dns-temporary", "the name could not be looked up in time");
  const limit = limitTime(RESOLVE_MS, tooLate, signal);
  const ended = new Promise<never>((_, reject) => {
    limit.signal.addEventListener("abort", () => reject(limit.signal.reason as FetchFault));
  });
  return Promise.race([resolver.resolve(hostname), ended]).finally(limit.clear);
}

function openTcp({ dial = connectTcp, signal }: ConnectorOptions, target: { host: string; port: number }) {
  const socket = dial(target);
  const limit = limitTime(CONNECT_MS, () => new FetchFault("connect-failed", "the server does not answer"), signal);
  return opened(socket, "connect", limit.signal, {
    refused: () => new FetchFault("connect-failed", "the server does not accept connections"),
    check() {
      if (isSameAddress(socket.remoteAddress, target.host)) return;
      throw new FetchFault("blocked-address", "the connection reached another address than the one checked");
    },
  }).finally(limit.clear);
}

function openTls({ ca, signal }: ConnectorOptions, tcp: Socket, { host, name }: { host: string; name: string }) {
  const socket = connectTls({
    socket: tcp,
    host,
    // A literal address is not a valid server name (RFC 6066 section 3); the certificate is then compared with `host`.
    servername: literalAddress(name) === undefined ? name : "",
    ALPNProtocols: ["http/1.1"],
    ...(ca === undefined ? {} : { ca: [...ca] }),
  });
  // Limited by the fetch's own time only: a handshake is computation, which is slow when either machine is busy.
  return opened(socket, "secureConnect", signal, { refused: handshakeFault, check() {} });
}

/** Codes of a closed connection. It does not mean a bad certificate: busy servers close slow handshakes. */
const ENDED: ReadonlySet<string> = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT"]);

function handshakeFault(error: Error): FetchFault {
  const code = codeOf(error);
  return ENDED.has(code)
    ? new FetchFault("connection-lost", "the connection ended before the handshake did")
    : new FetchFault("tls-failed", `no secure connection (${code})`);
}

/** Waits until a socket is open and checked; when that fails or the signal aborts, destroys it. */
function opened(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
  { refused, check }: { refused: (error: Error) => FetchFault; check: () => void },
): Promise<Socket> {
  const leave = new AbortController();
  return new Promise<Socket>((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(error as FetchFault);
    };
    // Stays for the socket's life: an error without a listener would end the process.
    socket.on("error", (error) => fail(refused(error)));
    signal.addEventListener("abort", () => fail(signal.reason), { signal: leave.signal });
    if (signal.aborted) fail(signal.reason);
    socket.once(event, () => {
      try {
        check();
        resolve(socket);
      } catch (error) {
        fail(error);
      }
    });
  }).finally(() => leave.abort());
}

/** Compares the peer as reported by the kernel, perhaps an IPv4 address in mapped form, with the dialled address. */
function isSameAddress(peer: string | undefined, dialled: string): boolean {
  return peer !== undefined && ipaddr.process(peer).toString() === ipaddr.process(dialled).toString();
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "unknown";
}
