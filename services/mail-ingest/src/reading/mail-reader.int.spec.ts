import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { MAIL_BYTES } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { afterAll, expect, test } from "vitest";
import { ReaderUnavailable, startMailReader, UnreadableMail } from "./mail-reader.ts";
import { inProof } from "@satchel/testing/in-proof";

const reader = startMailReader({ cpuMs: 1000, workers: 1 });
afterAll(() => reader.close());

/** The processes that this one starts during some work. @param work gets them, too */
async function processesDuring(
  work: (started: readonly ChildProcess[]) => Promise<unknown>,
): Promise<readonly ChildProcess[]> {
  const started: ChildProcess[] = [];
  const count = (message: unknown): void => void started.push((message as { process: ChildProcess }).process);
  subscribe("child_process", count);
  await work(started);
  unsubscribe("child_process", count);
  return started;
}

const mail = (text: string): Buffer => Buffer.from(`Subject: Hello\r\n\r\n${text}`);
// Text that keeps the search for links busy for seconds.
const slow = (): Buffer => mail(`${"ab.co,".repeat(80)} `.repeat(20_000));
const tooDeep = (): Buffer => {
  const header = (i: number): string => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`;
  return Buffer.from(Array.from({ length: 5000 }, (_, i) => header(i)).join(""));
};

test("a mail is read", async () => {
  expect(await reader.read(mail("https://example.com/"))).toEqual({
    subject: "Hello",
    tags: [],
    urls: ["https://example.com/"],
    linksAreQuoted: false,
  });
});

test("a mail that takes too long is refused, and the mails after it are read", async () => {
  const results = await Promise.allSettled([
    reader.read(slow()),
    reader.read(mail("https://a.example/")),
    reader.read(mail("https://b.example/")),
  ]);
  expect(results[0]).toMatchObject({ status: "rejected", reason: { name: "UnreadableMail" } });
  expect((results[0] as PromiseRejectedResult).reason.message).toContain("it took over 1000 ms of processor time");
  expect(results.slice(1)).toMatchObject([
    { value: { urls: ["https://a.example/"] } },
    { value: { urls: ["https://b.example/"] } },
  ]);
});

test("an account with slow mails does not delay another account by all of them", async () => {
  const own = startMailReader({ cpuMs: 300, workers: 1 });
  const order: string[] = [];
  const read = (raw: Buffer, owner: string) =>
    own.read(raw, owner).then(
      () => order.push(owner),
      () => order.push(owner),
    );
  const all = [
    ...Array.from({ length: 3 }, () => read(slow(), "hostile")),
    read(mail("https://a.example/"), "ordinary"),
  ];
  await Promise.all(all);
  await own.close();
  // The first one is in progress, and may be retried.
  expect(order.indexOf("ordinary")).toBeLessThan(2);
});

test("a mail is refused only after a second attempt, without other mails at the same time", async () => {
  const own = startMailReader({ cpuMs: 300, workers: 1 });
  const started = await processesDuring(() => expect(own.read(slow())).rejects.toThrow(UnreadableMail));
  await own.close();
  // Each try ends its process.
  expect(started).toHaveLength(2);
});

test("given no mail for a while, then no process is left, and the next mail is read in a new one", async () => {
  const own = startMailReader({ workers: 1, idleMs: 50 });
  const started = await processesDuring(async (processes) => {
    await own.read(mail("https://a.example/"));
    await eventually(() => expect(processes.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL"]));
    expect(await own.read(mail("https://b.example/"))).toMatchObject({ urls: ["https://b.example/"] });
  });
  await own.close();
  expect(started).toHaveLength(2);
});

test("a mail that is nested too deep is refused", async () => {
  await expect(reader.read(tooDeep())).rejects.toThrow(UnreadableMail);
  await expect(reader.read(tooDeep())).rejects.toMatchObject({ reason: "too-complex" });
});

inProof(
  "a mail of ten million empty lines, for which there is no memory, is refused, and the next one is read",
  async () => {
    const patient = startMailReader({ cpuMs: 60_000, workers: 1 });
    await expect(patient.read(mail("\n".repeat(MAIL_BYTES - 100)))).rejects.toThrow(UnreadableMail);
    expect(await patient.read(mail("https://a.example/"))).toMatchObject({ urls: ["https://a.example/"] });
    await patient.close();
  },
);

test("a mail with too many links is refused for this reason", async () => {
  const links = Array.from({ length: 101 }, (_, i) => `https://example.com/${i}`).join("\r\n");
  await expect(reader.read(mail(links))).rejects.toMatchObject({ name: "UnreadableMail", reason: "too-many-links" });
});

test("after close nothing is read any more", async () => {
  const other = startMailReader({ workers: 1 });
  await other.close();
  await expect(other.read(mail("https://example.com/"))).rejects.toThrow(ReaderUnavailable);
});

test("the program of the process is one file: loading it by its modules took half of its start", () => {
  const program = readFileSync(new URL("../../dist/reading/reader-program.js", import.meta.url), "utf8");
  expect(program).not.toMatch(/from ?"(?:@satchel\/|\.)/);
});
