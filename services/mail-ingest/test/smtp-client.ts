import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that says exactly what it is told, for what no mail program would send. */
export interface SmtpClient {
  /** Sends octets as they are. */
  send(text: string): void;
  /** The next whole reply, its lines joined; rejects when the connection ends before. */
  reply(): Promise<string>;
  /** Sends a line and gives the reply. */
  command(line: string): Promise<string>;
  /** Whatever else comes until the server closes. */
  rest(): Promise<string>;
  close(): void;
}

/** Connects to an SMTP server on loopback and reads its greeting. */
export async function connectSmtp(port: number): Promise<SmtpClient> {
  const socket: Socket = connect(port, "127.0.0.1");
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
  await once(socket, "connect");
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
  };
  await reply();
  return client;
}

/** Takes a connection to where the text of a mail is expected. */
export async function beginMail(client: SmtpClient, recipient: string, sender = ""): Promise<void> {
  for (const line of ["EHLO client.example", `MAIL FROM:<${sender}>`, `RCPT TO:<${recipient}>`, "DATA"]) {
    const answer = await client.command(line);
    if (!/^[23]/.test(answer)) throw new Error(`${line} was answered ${answer}`);
  }
}

/** Sends one raw mail in a connection of its own and gives the answer to it. Lines end with CRLF; no line begins with a dot. */
export async function sendRaw(port: number, recipient: string, raw: string, sender = ""): Promise<string> {
  const client = await connectSmtp(port);
  try {
    await beginMail(client, recipient, sender);
    client.send(`${raw}\r\n.\r\n`);
    return await client.reply();
  } finally {
    client.close();
  }
}
