import { setTimeout as delay } from "node:timers/promises";
import { randomFrom } from "@satchel/testing";
import { expect, test } from "vitest";
import { type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { killNow, processTree } from "../test/processes.ts";
import { scrubbed } from "../test/scrubbed.ts";
import { filesWith } from "../test/traces.ts";

/** Accounts, each of which is erased while the system is killed. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 4);
/** What decides about the moments; it is printed, so that a run can be repeated. */
const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
/** Milliseconds after which the system is killed at the latest: some of them before the answer. */
const ERASING_MS = 600;
const LINKS = 200;

const random = randomFrom(SEED);

/** An account with links, a folder and a mail, all of which have its name in them. */
async function made(instance: Instance, name: string) {
  const email = `${name}@post.example`;
  const client = await signIn(instance, email);
  await client.json("POST", "/api/folders/", { name: `Folder of ${name}` });
  const save = (n: number) => client.json("POST", "/api/links/", { url: `http://127.0.0.1:1/${name}/${n}` });
  for (let n = 0; n < LINKS; n += 10) await Promise.all(Array.from({ length: 10 }, (_, more) => save(n + more)));
  expect(await sendMail(instance, { from: email, text: `http://127.0.0.1:1/mailed/${name}` })).toMatch(/^250/);
  return client;
}

test(`given accounts that are erased, when all is killed meanwhile, then nothing of them is left after the next start (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  let instance = await startInstance();
  const names: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const name = `erased${SEED}n${round}`;
    names.push(name);
    const client = await made(instance, name);
    expect(await filesWith(instance.dataDir, [name])).not.toEqual([]);
    // Where the answer is lost, the account may be there as before: its owner asks again.
    const asked = client.call("DELETE", "/api/users/me").then(
      ({ status }) => status,
      () => undefined,
    );
    await delay(random() * ERASING_MS);
    for (const pid of processTree(instance.process.pid)) killNow(pid);
    await instance.process.exited;
    const status = await asked;

    instance = await startInstance({}, instance);
    const { status: after } = await client.call("GET", "/api/users/me");
    if (status === 204) expect(after).toBe(401);
    else if (after !== 401) expect((await client.call("DELETE", "/api/users/me")).status).toBe(204);
  }
  await scrubbed(instance.dataDir, names);
});
