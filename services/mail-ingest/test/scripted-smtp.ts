import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { TestCertificate } from "./certificate.ts";

/** What a mail server says: to being connected to, and to lines that begin with a key. "" is no answer at all. */
export interface Script {
  readonly greeting?: string;
  readonly answers?: Readonly<Record<string, string>>;
  /** Shown after STARTTLS; without one the answer to STARTTLS is all there is. */
  readonly certificate?: TestCertificate;
  /** Octets sent at once after a connection, again and again with this many milliseconds in between. */
  readonly drip?: { readonly text: string; readonly everyMs: number };
}

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: "250-mail.satchel.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE 1000",
  VRFY: "252 2.1.5 Maybe",
  EXPN: "502 5.5.1 No",
  STARTTLS: "220 2.0.0 Go ahead",
  "RCPT TO:<save@satchel.example>": "250 2.1.5 Yes",
  "RCPT TO:<postmaster@satchel.example>": "250 2.1.5 Yes",
  RCPT: "550 5.1.1 No",
  QUIT: "221 2.0.0 Bye",
};

/**
 * A server on loopback with scripted replies, for those that Satchel's own never gives. It keeps the lines that it received.
 */
export async function startScriptedSmtp(
  script: Script,
): Promise<{ port: number; received: string[]; stop: () => Promise<void> }> {
  const received: string[] = [];
  const open = new Set<Socket>();
  const answers: Readonly<Record<string, string>> = { ...ANSWERS, ...script.answers };
  const converse = (socket: Socket): void => {
    let rest = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      const lines = (rest + data.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        received.push(line);
        const key = Object.keys(answers)
          .filter((begin) => line.startsWith(begin))
          .toSorted((one, other) => other.length - one.length)[0];
        const answer = key === undefined ? "250 2.0.0 OK" : (answers[key] ?? "");
        if (answer !== "") socket.write(`${answer}\r\n`);
        if (line !== "STARTTLS" || script.certificate === undefined) continue;
        socket.removeAllListeners("data");
        converse(new TLSSocket(socket, { isServer: true, ...script.certificate }));
      }
    });
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    const { greeting = "220 mail.satchel.example ESMTP", drip } = script;
    if (greeting !== "") socket.write(`${greeting}\r\n`);
    const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip.text), drip.everyMs);
    socket.on("close", () => clearInterval(timer));
    converse(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
