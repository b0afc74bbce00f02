import type { Link, LinkCopies, SecretAddress } from "@satchel/contracts";
import { attached, multipart, plain } from "@satchel/mail-ingest/test/attached-files.ts";
import { sendRaw } from "@satchel/mail-ingest/test/smtp-client.ts";
import { eventually, onePagePdf, pdfLines } from "@satchel/testing";
import { expect, test } from "vitest";
import { Client, signIn, startInstance } from "../test/instance.ts";
import { killNow, processTree } from "../test/processes.ts";

const EMAIL = "killed@post.example";
const MAILS = 10;

interface Sent {
  readonly to: string;
  readonly from: string;
  readonly raw: string;
}

const fields = (name: string, from: string, subject: string): string[] => [
  `From: ${from}`,
  `Subject: ${subject}`,
  `Message-ID: <${name}@post.example>`,
  "Date: Wed, 25 Nov 2026 08:00:00 +0100",
  "MIME-Version: 1.0",
];

const newsletter = (n: number, to: string): Sent => {
  const from = "weekly@news.example";
  const html = [
    "Content-Type: text/html; charset=utf-8",
    "",
    `<h1>Killed ${n}</h1><p>The moon pulls the water about.</p>`,
  ];
  return {
    to,
    from,
    raw: [...fields(`letter-${n}`, from, `Letter ${n}`), "List-Id: <weekly.news.example>", ...html].join("\r\n"),
  };
};

const mailWithFiles = (n: number): Sent => {
  const pdf = onePagePdf({ content: pdfLines([24, `Slain ${n}`]) });
  const files = [
    attached("text/markdown", `a${n}.md`, `# Killed ${n}\n\nWords.`),
    attached("application/pdf", `b${n}.pdf`, pdf),
  ];
  const lines = [...fields(`files-${n}`, EMAIL, "Files"), ...multipart("mixed", "m", plain(""), ...files)];
  return { to: "save@localhost", from: EMAIL, raw: lines.join("\r\n") };
};

test("given newsletters and mails with files that come while everything is killed, when they are sent again, then each is one item with its text", async () => {
  const first = await startInstance();
  const client = await signIn(first, EMAIL);
  await client.json("PATCH", "/api/users/me/mail", { keeps_attachments: true });
  const make = { name: "Killed", folder_id: null };
  const { address } = await client.json<SecretAddress>("POST", "/api/newsletters/addresses", make);
  const numbers = Array.from({ length: MAILS }, (_, n) => n);
  const sent = numbers.flatMap((n) => [newsletter(n, address), mailWithFiles(n)]);
  const answered = new Set<Sent>();
  const sending = sent.map(async (mail) => {
    const answer = await sendRaw(first.smtpPort, mail.to, mail.raw, mail.from).catch(() => "");
    if (answer.startsWith("250")) answered.add(mail);
  });
  await Promise.race(sending);
  for (const pid of processTree(first.process.pid).toReversed()) killNow(pid);
  await first.process.exited;
  await Promise.all(sending);

  const again = await startInstance({}, first);
  const back = new Client(again.url, client.token);
  // What any mail server does with a mail that was not answered; one that was may come again too.
  for (const { to, raw, from } of sent) {
    await eventually(async () => expect(await sendRaw(again.smtpPort, to, raw, from)).toMatch(/^250 /));
  }
  await eventually(async () => {
    const links = await back.json<Link[]>("GET", "/api/links/?size=100");
    const titles = numbers.flatMap((n) => [`Letter ${n}`, `Killed ${n}`, `Slain ${n}`]);
    expect(new Set(links.map(({ title }) => title))).toEqual(new Set(titles));
    expect(links).toHaveLength(titles.length);
    for (const { id, title } of links) {
      const { copies } = await back.json<LinkCopies>("GET", `/api/links/${id}/copies`);
      expect(copies).toMatchObject([
        { source: "mail", kind: title?.startsWith("Letter") === true ? "article" : "document" },
      ]);
    }
  });
  expect(answered.size).toBeGreaterThan(0);
});
