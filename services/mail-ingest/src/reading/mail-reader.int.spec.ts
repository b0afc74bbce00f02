import { readFileSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { eventually } from "@satchel/testing";
import { afterAll, expect, test } from "vitest";
import { ReaderUnavailable, startMailReader, UnreadableMail } from "./mail-reader.ts";

const reader = startMailReader({ cpuMs: 1000, threads: 1 });
afterAll(() => reader.close());

const mail = (text: string): Buffer => Buffer.from(`Subject: Hello\r\n\r\n${text}`);
// Text that keeps the search for links busy for seconds.
const slow = (): Buffer => mail(`${"ab.co,".repeat(80)} `.repeat(20_000));
const tooDeep = (): Buffer => {
  const header = (i: number): string => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`;
  return Buffer.from(Array.from({ length: 5000 }, (_, i) => header(i)).join(""));
};

test("a mail is read in a thread", async () => {
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
  const own = startMailReader({ cpuMs: 300, threads: 1 });
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
  const threads: Worker[] = [];
  const count = (worker: Worker) => void threads.push(worker);
  process.on("worker", count);
  const own = startMailReader({ cpuMs: 300, threads: 1 });
  await expect(own.read(slow())).rejects.toThrow(UnreadableMail);
  process.off("worker", count);
  await own.close();
  // Each try ends its thread.
  expect(threads).toHaveLength(2);
});

test("given no mail for a while, then no thread is left, and the next mail is read in a new one", async () => {
  const threads: Worker[] = [];
  const count = (worker: Worker) => void threads.push(worker);
  process.on("worker", count);
  const own = startMailReader({ threads: 1, idleMs: 50 });
  await own.read(mail("https://a.example/"));
  await eventually(() => expect(threads.map(({ threadId }) => threadId)).toEqual([-1]));
  expect(await own.read(mail("https://b.example/"))).toMatchObject({ urls: ["https://b.example/"] });
  process.off("worker", count);
  await own.close();
  expect(threads).toHaveLength(2);
});

test("a mail that is nested too deep is refused", async () => {
  await expect(reader.read(tooDeep())).rejects.toThrow(UnreadableMail);
  await expect(reader.read(tooDeep())).rejects.toMatchObject({ reason: "too-complex" });
});

test("a mail with too many links is refused for this reason", async () => {
  const links = Array.from({ length: 101 }, (_, i) => `https://example.com/${i}`).join("\r\n");
  await expect(reader.read(mail(links))).rejects.toMatchObject({ name: "UnreadableMail", reason: "too-many-links" });
});

test("after close nothing is read any more", async () => {
  const other = startMailReader({ threads: 1 });
  await other.close();
  await expect(other.read(mail("https://example.com/"))).rejects.toThrow(ReaderUnavailable);
});

test("the program of the thread is one file: loading it by its modules took half of the thread's start", () => {
  const program = readFileSync(new URL("../../dist/reading/reader-thread.js", import.meta.url), "utf8");
  expect(program).not.toMatch(/from ?"(?:@satchel\/|\.)/);
});
