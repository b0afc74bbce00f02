import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLogger } from "@satchel/chassis";
import { startTestNats, tempDir } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate, type TestCertificate, writeCertificate } from "../../test/certificate.ts";
import { type Door, environment, openDoor } from "../../test/door.ts";
import { beginMail, connectSmtp, type SmtpClient, secure } from "../../test/smtp-client.ts";
import { readMailIngestConfig, startMailIngest } from "../index.ts";

const SAVE = "save@satchel.example";
const mail = (from: string, body = "https://example.com/"): string =>
  `From: ${from}\r\nMessage-ID: <${Math.random()}@client.example>\r\n\r\n${body}`;

let door: Door;
let folder: string;
beforeAll(async () => {
  folder = await tempDir();
  door = await openDoor(await writeCertificate(folder, makeCertificate("first.example")));
});
afterAll(() => door.stop());

/** A connection on which TLS has been agreed upon, and nothing was said in it yet. */
async function upgraded(behind = ""): Promise<SmtpClient> {
  const client = await connectSmtp(door.mail.port);
  await client.command("EHLO client.example");
  client.send(`STARTTLS\r\n${behind}`);
  expect(await client.reply()).toMatch(/^220 2\.0\.0 /);
  return client;
}

const shownName = async (): Promise<string | undefined> => {
  const client = await secure(await upgraded());
  const { subject } = client.socket.getPeerCertificate();
  client.close();
  return subject.CN as string;
};

describe("with a certificate", () => {
  test("a mail that comes over TLS is saved; STARTTLS is offered before and not within", async () => {
    const userId = await door.claim("anna@example.org");
    const plain = await connectSmtp(door.mail.port);
    expect(await plain.command("EHLO client.example")).toMatch(/^250[ -]STARTTLS$/m);
    expect(await plain.command("STARTTLS")).toMatch(/^220 /);

    const client = await secure(plain);
    expect(client.socket.getProtocol()).toMatch(/^TLSv1\.[23]$/);
    expect(await client.command("EHLO client.example")).not.toMatch(/STARTTLS/);
    expect(await client.command("STARTTLS")).toMatch(/^503 5\.5\.1 /);
    await beginMail(client, SAVE);
    client.send(`${mail("anna@example.org")}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250 2\.6\.0 /);
    expect(await door.events(userId)).toHaveLength(1);
    client.close();
  });

  test("TLS 1.2 and 1.3 are offered, 1.0 and 1.1 are not", async () => {
    const versions = ["TLSv1.2", "TLSv1.3"] as const;
    for (const version of versions) {
      const client = await secure(await upgraded(), { minVersion: version, maxVersion: version });
      expect(client.socket.getProtocol()).toBe(version);
      client.close();
    }
    for (const version of ["TLSv1", "TLSv1.1"] as const) {
      // The client itself would be willing: it is the server's alert that ends it.
      const old = { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" } as const;
      await expect(secure(await upgraded(), old)).rejects.toMatchObject({
        code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
      });
    }
  });

  test("commands sent together with STARTTLS are not executed within TLS", async () => {
    const injected = ["EHLO injected.example", "MAIL FROM:<injected@evil.example>", `RCPT TO:<${SAVE}>`, ""].join(
      "\r\n",
    );
    // The octets are in the same packet: behind them the handshake goes on as if they had not been there.
    const client = await secure(await upgraded(injected));
    expect(await client.command("NOOP")).toMatch(/^250 /);
    expect(await client.command("DATA")).toMatch(/^503 /);
    client.close();
  });

  test("sender, recipients and greeting from before the handshake do not count after it", async () => {
    const plain = await connectSmtp(door.mail.port);
    for (const line of ["EHLO before.example", "MAIL FROM:<before@example.org>", `RCPT TO:<${SAVE}>`]) {
      expect(await plain.command(line)).toMatch(/^250/);
    }
    expect(await plain.command("STARTTLS")).toMatch(/^220 /);
    const client = await secure(plain);
    expect(await client.command("DATA")).toMatch(/^503 /);
    expect(await client.command("MAIL FROM:<a@example.org>")).toMatch(/^503 /);
    client.close();
  });

  test.each([
    ["a bare LF in a line", "first\nsecond\r\n.\r\n"],
    ["LF.CRLF", "first\n.\r\nMAIL FROM:<>\r\n"],
    ["CRLF.LF", "first\r\n.\nMAIL FROM:<>\r\n"],
  ])("a mail smuggled in by %s within TLS ends the connection", async (_name, body) => {
    const client = await secure(await upgraded());
    await beginMail(client, SAVE);
    client.send(`${mail("smuggler@example.org", body)}`);
    expect(await client.reply()).toMatch(/^550 5\.5\.2 /);
    expect(await client.rest()).toBe("");
  });

  test("octets that are no handshake end the connection, and others are served", async () => {
    const garbled = await upgraded();
    garbled.send("MAIL FROM:<>\r\n".repeat(20));
    expect(await garbled.rest()).not.toMatch(/^\d{3}/m);
    expect(await shownName()).toBeDefined();
  });

  test("STARTTLS with a parameter is refused, and the connection goes on", async () => {
    const client = await connectSmtp(door.mail.port);
    await client.command("EHLO client.example");
    expect(await client.command("STARTTLS now")).toMatch(/^504 5\.5\.4 /);
    expect(await client.command("NOOP")).toMatch(/^250 /);
    client.close();
  });
});

describe("when the files are replaced", () => {
  const replace = async (next: TestCertificate): Promise<void> => {
    // As tools for renewal do it: the new file takes the place of the old at once.
    for (const [name, text] of [
      ["cert.pem", next.cert],
      ["key.pem", next.key],
    ] as const) {
      await writeFile(join(folder, `${name}.new`), text);
      await rename(join(folder, `${name}.new`), join(folder, name));
    }
  };

  test("the next connection shows the new certificate, without a restart", async () => {
    await shownName();
    const [pid] = door.mail.pids;
    await replace(makeCertificate("renewed.example"));
    expect(await shownName()).toBe("renewed.example");
    expect(door.mail.pids).toEqual([pid]);
  });

  test("an incomplete or invalid one is not used, until both files match again", async () => {
    await replace(makeCertificate("former.example"));
    expect(await shownName()).toBe("former.example");

    const next = makeCertificate("next.example");
    await writeFile(join(folder, "cert.pem"), next.cert);
    expect(await shownName()).toBe("former.example");
    await writeFile(join(folder, "cert.pem"), "garbage");
    expect(await shownName()).toBe("former.example");
    expect(door.log.some((line) => line.includes("can't be used"))).toBe(true);
    expect(door.log.join("")).not.toContain("PRIVATE KEY");

    await replace(next);
    expect(await shownName()).toBe("next.example");
  });
});

describe("without a usable certificate", () => {
  const start = async (more: Record<string, string>): Promise<void> => {
    const nats = await startTestNats();
    const mailIngest = startMailIngest(
      readMailIngestConfig(await environment(nats, more)),
      createLogger("test", "silent"),
    );
    await mailIngest.ready.finally(() => mailIngest.stop());
  };

  test("named but missing, garbled, protected or not matching files are refused at the start, by name", async () => {
    const own = await tempDir();
    const files = await writeCertificate(own, makeCertificate("own.example"));
    await expect(start({ ...files, SMTP_TLS_CERT_FILE: join(own, "none.pem") })).rejects.toThrow(
      /SMTP_TLS_CERT_FILE can't be read \(ENOENT\)/,
    );
    await writeFile(join(own, "garbage.pem"), "garbage");
    await expect(start({ ...files, SMTP_TLS_KEY_FILE: join(own, "garbage.pem") })).rejects.toThrow(
      /SMTP_TLS_KEY_FILE has no private key/,
    );
    await expect(start({ ...files, SMTP_TLS_CERT_FILE: join(own, "garbage.pem") })).rejects.toThrow(
      /SMTP_TLS_CERT_FILE has no certificate/,
    );
    await writeFile(join(own, "other.pem"), makeCertificate("other.example").key);
    await expect(start({ ...files, SMTP_TLS_KEY_FILE: join(own, "other.pem") })).rejects.toThrow(
      /SMTP_TLS_KEY_FILE is not the key of SMTP_TLS_CERT_FILE/,
    );
    expect(() =>
      readMailIngestConfig({
        NATS_URL: "nats://127.0.0.1:4222",
        ADDRESS_KEY: "x".repeat(32),
        SMTP_TLS_CERT_FILE: files.SMTP_TLS_CERT_FILE,
      }),
    ).toThrow(/go together/);
  });
});
