/**
 * What hostile mails to a secret address cost: each is sent by SMTP to the whole system, as `npm start` runs it, and waited for
 * until its item has a copy or a reason why not. Processor time of all processes, and the wait.
 */
import type { Link, LinkCopies, SecretAddress } from "@satchel/contracts";
import { sendRaw } from "@satchel/mail-ingest/test/smtp-client.ts";
import { cleanUp, eventually } from "@satchel/testing";
import { signIn, startInstance } from "../services/standalone/test/instance.ts";
import { processorSeconds } from "./footprint/processes.ts";
import { machine, say } from "./report.ts";

/** Octets of HTML or text of each mail. */
const BYTES = Number(process.env["BYTES"] ?? 7_000_000);

/** What is repeated up to the size, and the type that it is sent as. */
const CASES: Readonly<Record<string, readonly [piece: string, type?: "plain"]>> = {
  paragraphs: ["<p>x"],
  "tables within each other": ["<table><tr><td>"],
  "elements within each other": ["<div>x"],
  "formatting that is never closed": ["<b><p>x"],
  fonts: ["<font color=a size=1><p>"],
  links: ['<a href="https://a.example/?x=1">y</a> '],
  "links without an end": ["<a href="],
  "tags within tags": ["<p"],
  "attributes of one element": [" a"],
  entities: ["&amp;"],
  "signs that begin nothing": ["<"],
  comments: ["<!--x-->"],
  "ends without a beginning": ["</p>"],
  "bodies within bodies": ["<body class=x>"],
  selects: ["<select><option>x"],
  forms: ["<form><input name=x>"],
  "svg and math": ["<svg><math><mtext><p>"],
  templates: ["<template><td>"],
  styles: ["<style>a{background:url(x)}</style>"],
  "one stylesheet's addresses": ["url(x)"],
  "addresses as plain text": ["https://a.example/x ", "plain"],
  "lines as plain text": ["x\r\n", "plain"],
  "quotes as plain text": ["> > x\r\n", "plain"],
  "one long line": ["x", "plain"],
};
/** What stands before the pieces. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "attributes of one element": "<p",
  "one stylesheet's addresses": "<style>",
};

const mailOf = (name: string, piece: string, type: string): string =>
  [
    "From: Hostile <hostile@news.example>",
    `Subject: ${name}`,
    `Message-ID: <${name.replaceAll(" ", "-")}@news.example>`,
    "MIME-Version: 1.0",
    `Content-Type: text/${type}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    ...(Buffer.from((BEGINNINGS[name] ?? "") + piece.repeat(Math.ceil(BYTES / piece.length)))
      .toString("base64")
      .match(/.{1,76}/g) ?? []),
  ].join("\r\n");

try {
  const instance = await startInstance();
  const client = await signIn(instance, "anna@post.example");
  const { address } = await client.json<SecretAddress>("POST", "/api/newsletters/addresses", {
    name: "Hostile",
    folder_id: null,
  });
  /** Sends a mail, and waits until it is worked through. @returns the server's answer and what became of the copy */
  async function take(name: string, piece: string, type: string): Promise<string> {
    const answer = await sendRaw(instance.smtpPort, address, mailOf(name, piece, type));
    if (!answer.startsWith("250")) return answer.slice(0, 3);
    return eventually(
      async () => {
        const links = await client.json<Link[]>("GET", "/api/links/?size=5");
        const { id } = links.find(({ title }) => title === name) ?? {};
        if (id === undefined) throw new Error("not yet an item");
        const { copies, reason } = await client.json<LinkCopies>("GET", `/api/links/${id}/copies`);
        if (copies.length === 0 && reason === null) throw new Error("not yet a copy");
        return reason ?? copies[0]?.kind ?? "a copy";
      },
      { timeout: 300_000, interval: 100 },
    );
  }
  // Threads and code of the first mail are not the hostile one's.
  for (let n = 0; n < 3; n++) await take(`ordinary ${n}`, `<p>Tides ${n}`, "html");
  say(`${machine()}, ${BYTES} octets each`);
  for (const [name, [piece, type = "html"]] of Object.entries(CASES)) {
    const [began, before] = [performance.now(), processorSeconds(instance.process.pid)];
    const outcome = await take(name, piece, type);
    const [wait, used] = [performance.now() - began, processorSeconds(instance.process.pid) - before];
    say(`| ${name} | ${(used * 1000).toFixed(0)} | ${wait.toFixed(0)} | ${outcome} |`);
  }
} finally {
  await cleanUp();
}
