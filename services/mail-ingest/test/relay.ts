import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { atEnd } from "@satchel/testing";

/** A relay that accepts every mail, or gives a fixed answer. */
interface Relay {
  readonly url: string;
  /** The accepted mails, octet for octet (as Latin-1), without dot-stuffing. */
  readonly taken: readonly string[];
  /** Their recipients. */
  readonly recipients: readonly string[];
  /** The answer to RCPT from now on; undefined: accept. */
  refuse(answer: string | undefined): void;
}

/** Starts a relay that speaks as much of SMTP (RFC 5321) as one mail needs. @param host by default loopback */
export async function startRelay(host = "127.0.0.1"): Promise<Relay> {
  const taken: string[] = [];
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    const say = (line: string): boolean => socket.write(`${line}\r\n`);
    let received = "";
    let inMail = false;
    const answer = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "RCPT" && refusal === undefined) recipients.push(line.slice(8).replaceAll(/[<>]/g, ""));
      if (verb === "RCPT" && refusal !== undefined) say(refusal);
      else if (verb === "EHLO") say("250-relay.example\r\n250 8BITMIME");
      else if (verb === "DATA") {
        inMail = true;
        say("354 go on");
      } else say(verb === "QUIT" ? "221 bye" : "250 yes");
    };
    socket.on("data", (data) => {
      received += data.toString("latin1");
      for (;;) {
        const end = inMail ? received.indexOf("\r\n.\r\n") : received.indexOf("\r\n");
        if (end === -1) return;
        const part = received.slice(0, end);
        received = received.slice(end + (inMail ? 5 : 2));
        if (!inMail) answer(part);
        else {
          taken.push(`${part}\r\n`.replaceAll(/^\.\./gm, "."));
          inMail = false;
          say("250 taken");
        }
      }
    });
    say("220 relay.example ESMTP");
  });
  server.listen(0, host);
  await once(server, "listening");
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://${host}:${port}`, taken, recipients, refuse: (answer) => (refusal = answer) };
}
