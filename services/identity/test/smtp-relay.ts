import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { atEnd } from "@satchel/testing";

/** A relay on loopback. It answers the first attempts by a script, and accepts all later mails. */
export interface SmtpRelay {
  readonly url: string;
  /** The accepted mails, as they were sent. */
  readonly taken: readonly string[];
  /** The number of attempts to send a mail. */
  readonly attempts: () => number;
}

/**
 * Starts a relay that speaks as much of SMTP (RFC 5321) as one mail needs.
 * @param script answers to RCPT TO, one for each attempt; "hang up" closes the connection, "silence" never answers. After
 * the script mails are accepted.
 */
export async function startSmtpRelay(script: readonly string[] = []): Promise<SmtpRelay> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let attempts = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // a client may disconnect in the middle of a mail
    socket.on("close", () => sockets.delete(socket));
    const say = (line: string): boolean => socket.write(`${line}\r\n`);
    let mail: string[] | undefined;
    createInterface(socket).on("line", (line) => {
      if (mail !== undefined) {
        // RFC 5321 section 4.5.2: a dot that begins a line was doubled on the way.
        if (line !== ".") return void mail.push(line.replace(/^\./, ""));
        taken.push(mail.join("\n"));
        mail = undefined;
        return void say("250 taken");
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "RCPT") {
        const answer = script[attempts++] ?? "250 yes";
        if (answer === "silence") return;
        if (answer === "hang up") return void socket.destroy();
        return void say(answer);
      }
      if (verb === "DATA") mail = [];
      say(verb === "DATA" ? "354 go on" : verb === "QUIT" ? "221 bye" : "250 yes");
    });
    say("220 relay.example ESMTP");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, attempts: () => attempts };
}
