import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";

/** A connection that sends exactly the given octets, which no mail program would. */
export interface SmtpClient {
  /** Sends octets as they are. */
  send(text: string): void;
  /** The next whole reply, its lines joined; rejects when the connection ends before. */
  reply(): Promise<string>;
  /** Sends a line and gives the reply. */
  command(line: string): Promise<string>;
  /** All octets until the server closes. */
  rest(): Promise<string>;
  close(): void;
  readonly socket: Socket;
}

export interface ClientOptions {
  /** What is sent at once, without waiting for the greeting. */
  readonly first?: string;
  /** Keeps its own side open when the server closes. */
  readonly allowHalfOpen?: boolean;
  /** The address of loopback that it comes from. */
  readonly from?: string;
}

/** Connects to an SMTP server on loopback and reads its greeting. */
export async function connectSmtp(
  port: number,
  { first = "", allowHalfOpen = false, from = "127.0.0.1" }: ClientOptions = {},
): Promise<SmtpClient> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from, allowHalfOpen });
  await once(socket, "connect");
  socket.write(first);
  const client = speak(socket);
  await client.reply();
  return client;
}

/** Starts TLS, after the server's answer 220. The former client can't be used any more. */
export async function secure(
  { socket }: SmtpClient,
  options: ConnectionOptions = {},
): Promise<SmtpClient & { readonly socket: TLSSocket }> {
  socket.removeAllListeners("data");
  // What is wrong with its name or its issuer is for the test to see, not for the handshake to refuse.
  const tls = connectTls({ socket, rejectUnauthorized: false, ...options });
  await once(tls, "secureConnect");
  return { ...speak(tls), socket: tls };
}

function speak(socket: Socket): SmtpClient {
  let received = "";
  let ended = false;
  const changed: (() => void)[] = [];
  const notify = (): void => changed.splice(0).forEach((resolve) => resolve());
  socket.on("data", (data) => {
    received += data.toString("utf8");
    notify();
  });
  for (const event of ["end", "close", "error"]) {
    socket.on(event, () => {
      ended = true;
      notify();
    });
  }
  const wait = (): Promise<void> => new Promise((resolve) => changed.push(resolve));

  const reply = async (): Promise<string> => {
    for (;;) {
      const whole = /^(?:\d{3}-[^\n]*\r\n)*\d{3} [^\n]*\r\n/.exec(received)?.[0];
      if (whole !== undefined) {
        received = received.slice(whole.length);
        return whole.trimEnd();
      }
      if (ended) throw new Error(`The connection ended; it said: ${received}`);
      await wait();
    }
  };
  const client: SmtpClient = {
    send: (text) => void socket.write(text, "latin1"),
    reply,
    command: (line) => {
      socket.write(`${line}\r\n`);
      return reply();
    },
    rest: async () => {
      while (!ended) await wait();
      return received;
    },
    close: () => socket.destroy(),
    socket,
  };
  return client;
}

/** The envelope sender of mails that say nothing else: the null sender is for machines. */
const SENDER = "client@client.example";

/** Sends all commands before the text of a mail. @returns the refusal and its command, if there is one */
async function introduce(
  client: SmtpClient,
  recipient: string,
  sender: string,
): Promise<{ line: string; answer: string } | undefined> {
  for (const line of ["EHLO client.example", `MAIL FROM:<${sender}>`, `RCPT TO:<${recipient}>`, "DATA"]) {
    const answer = await client.command(line);
    if (!/^[23]/.test(answer)) return { line, answer };
  }
  return undefined;
}

/** Takes a connection to where the text of a mail is expected. */
export async function beginMail(client: SmtpClient, recipient: string, sender = SENDER): Promise<void> {
  const refusal = await introduce(client, recipient, sender);
  if (refusal !== undefined) throw new Error(`${refusal.line} was answered ${refusal.answer}`);
}

/**
 * Sends one raw mail in a connection of its own and gives the answer to it, or to what was refused before its text. Lines end
 * with CRLF; no line begins with a dot.
 */
export async function sendRaw(
  port: number,
  recipient: string,
  raw: string,
  sender = SENDER,
  from = "127.0.0.1",
): Promise<string> {
  const client = await connectSmtp(port, { from });
  try {
    const refusal = await introduce(client, recipient, sender);
    if (refusal !== undefined) return refusal.answer;
    client.send(`${raw}\r\n.\r\n`);
    return await client.reply();
  } finally {
    client.close();
  }
}
