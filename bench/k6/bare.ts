import { once } from "node:events";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type UserId } from "@satchel/contracts";
import { freePort } from "@satchel/testing";

/** Seconds of each measurement. */
const SECONDS = 5;
/** Concurrent calls, as many as k6 has users. */
const AT_ONCE = 10;

/** Fastify and pg alone, with the rows of one person's first page (`../bare.ts`). */
export async function startBareList(databaseUrl: string): Promise<{ origin: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "../bare.ts")], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const sql = `select * from links.links where user_id = $1::uuid and deleted_at is null
    order by saved_at desc, position desc limit 10`;
  child.stdin.end(JSON.stringify([{ sql, parameters: ["00000000-0000-4000-8000-000000000001"] }]));
  await once(child.stdout, "data");
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

async function perSecond(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let done = 0;
  const work = async (): Promise<void> => {
    for (; performance.now() - began < SECONDS * 1000; done++) await act();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done / ((performance.now() - began) / 1000);
}

/** Appends to the journal in a second: each save needs one. */
export const bareAppends = (journal: Journal): Promise<number> =>
  perSecond(() => {
    const url = `https://bare.example/${randomUUID()}`;
    const event = {
      id: randomUUID(),
      type: "LinkSaved",
      data: { url, origin: { kind: "page" } },
    };
    return journal.append({
      subject: aggregateSubject(randomUUID() as UserId, "links", randomUUID()),
      event,
      expected: 0,
    });
  });

/** Argon2id hashes in a second, with the parameters of passwords: each sign-in by password needs one. */
export const bareHashes = (): Promise<number> =>
  perSecond(() => hash(randomUUID(), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
