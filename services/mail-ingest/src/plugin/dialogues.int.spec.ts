import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, PATIENCE_MS, repetitions, tempDir } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificate, writeCertificate } from "../../test/certificate.ts";
import { dialogue, seeded, type Step } from "../../test/dialogues.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";

/** Another seed finds other faults; the same seed finds the same again. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const DIALOGUES = Number(process.env.FUZZ_DIALOGUES ?? repetitions(500, 5000));
/** Dialogues at the same time. */
const AT_ONCE = 20;

const SAVE = "save@satchel.example";
let door: Door;
beforeAll(async () => {
  const certificate = await writeCertificate(await tempDir(), makeCertificate("satchel.example"));
  door = await openDoor(
    { ...certificate, SMTP_MAILS_PER_CLIENT: "1000000000", SMTP_MAILS_PER_SENDER: "1000000000" },
    10_000,
  );
  for (const address of ["fuzz@example.org", "good@example.org"]) await door.claim(address);
});
afterAll(() => door.stop());

const residentMb = async (): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${door.mail.pids[0]}/status`, "utf8"))?.[1]) / 1024;

const goodMail = (): Promise<string> => {
  const raw = `From: good@example.org\r\nMessage-ID: <${Math.random()}@x>\r\n\r\nhttps://example.com/`;
  return sendRaw(door.mail.port, SAVE, raw, undefined, "127.0.9.9");
};

/** Holds one dialogue. It ends after the greeting, so that a slow server has no more of them than there are speakers. */
async function converse(steps: readonly Step[], from: string): Promise<void> {
  const socket: Socket = connect({ port: door.mail.port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => undefined);
  const greeted = new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
  for (const step of steps) {
    if (step === "end" || step === "cut") await greeted;
    if (socket.destroyed) return;
    if (step === "end") socket.end();
    else if (step === "cut") socket.destroy();
    else if ("wait" in step) await sleep(step.wait);
    else socket.write(step.send);
  }
  setTimeout(() => socket.destroy(), 500).unref();
}

/** Holds the dialogues of these numbers. Each follows from its number alone. */
async function fuzz(from: number, to: number): Promise<void> {
  let next = from;
  const speaker = async (index: number): Promise<void> => {
    while (next < to) await converse(dialogue(seeded(SEED + next++)), `127.0.3.${index + 1}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => speaker(index)));
}

test(`random dialogues (seed ${SEED}) stop nobody: no crash, no stall, no growth, and mail is saved meanwhile and after`, async () => {
  // What is loaded and compiled at first is no growth.
  await goodMail();
  await fuzz(0, DIALOGUES / 5);
  const [pid] = door.mail.pids;
  const before = await residentMb();

  let over = false;
  let slowest = 0;
  const saveMeanwhile = async (): Promise<void> => {
    while (!over) {
      const began = performance.now();
      expect(await goodMail()).toMatch(/^250 /);
      slowest = Math.max(slowest, performance.now() - began);
      await sleep(50);
    }
  };
  const fuzzed = fuzz(DIALOGUES / 5, DIALOGUES).finally(() => {
    over = true;
  });
  await Promise.all([fuzzed, saveMeanwhile()]);

  expect(slowest).toBeLessThan(PATIENCE_MS);
  expect(door.mail.pids).toEqual([pid]);
  expect(door.log.filter((line) => /"level":"fatal"|Internal Server Error|timed out on hook/.test(line))).toEqual([]);
  await eventually(async () => expect((await residentMb()) - before).toBeLessThan(64));
  expect(await goodMail()).toMatch(/^250 /);
  // Each connection was told to have ended, so Haraka goes.
  await eventually(() => expect(door.mail.pids).toEqual([]));
});
