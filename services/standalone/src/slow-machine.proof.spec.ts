import { setTimeout as delay } from "node:timers/promises";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { type Bounds, holdBounds } from "../test/bounds.ts";
import { fromSomewhere, type Instance, launchInstance, mailedCode, sendMail } from "../test/instance.ts";
import { killNow, processTree } from "../test/processes.ts";

const MB = 1024 * 1024;
/** Milliseconds for a start, and for what comes of a call: ten times what it takes. */
const SLOW_MS = 600_000;

test.each<[string, Bounds]>([
  ["a fifth of a core", { cpu: 0.2 }],
  ["a twentieth of a core", { cpu: 0.05 }],
  ["a fifth of a core and 1 GB of memory", { cpu: 0.2, memoryBytes: 1024 * MB }],
])(
  "given %s, when Satchel starts, takes a mail and is killed, then it comes up again and fails no call but by 503",
  {
    timeout: 4 * SLOW_MS,
  },
  async (_bounds, bounds) => {
    const held = holdBounds(bounds);
    if (bounds.memoryBytes !== undefined && !held.memoryIsBounded) {
      console.log("Memory is not bounded here: the kernel's control groups can't be written");
    }
    let instance = await launchInstance();
    held.add(instance.process.pid);
    const all = (): readonly number[] => processTree(instance.process.pid);
    atEnd(() => all().forEach(killNow));
    await instance.process.waitForLine(/Satchel is ready/, SLOW_MS);
    expect(instance.process.stdout).toContainEqual(expect.stringMatching(/^(Starting|Waiting for|Making) .+/));

    const anna = await signInSlowly(instance, "anna@example.com");
    await eventually(() => sendMail(instance, { from: "anna@example.com", text: "https://mailed.example/1" }), {
      timeout: SLOW_MS,
    });
    await shows(anna, "https://mailed.example/1");
    // Several at once, as an open page and its owner make them.
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        anna("POST", "/api/links/", { url: `https://saved.example/${round}` }),
        anna("POST", "/api/folders/", { name: `Folder ${round}` }),
        anna("GET", "/api/links/?q=mailed"),
        anna("GET", "/api/captures"),
        anna("GET", "/api/tags/"),
        anna("GET", "/api/users/me"),
        anna("GET", "/api/users/me/sessions"),
        anna("GET", "/api/imports"),
        anna("GET", "/api/health"),
      ]);
    }
    const before = processTree(instance.process.pid).length;
    await instance.process.kill("SIGKILL");

    instance = await launchInstance({}, instance);
    held.add(instance.process.pid);
    await instance.process.waitForLine(/Satchel is ready/, SLOW_MS);
    await shows(anna, "https://mailed.example/1");
    for (let round = 0; round < 5; round++) await shows(anna, `https://saved.example/${round}`);
    expect(before).toBeGreaterThan(3);
    for (const line of [...instance.process.stdout, ...instance.process.stderr]) {
      expect(line).not.toMatch(/did not start in time|Authentication Timeout|can't start/i);
    }
  },
);

/** Calls until it is answered: every answer on the way is right, or 503 with the seconds to wait. */
type PatientCall = (method: string, path: string, body?: object) => Promise<unknown>;

function patiently(url: string, headers: Readonly<Record<string, string>>): PatientCall {
  return async (method, path, body) => {
    const key = { "idempotency-key": crypto.randomUUID() };
    for (const until = Date.now() + SLOW_MS; ; ) {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, ...key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok) return text === "" ? undefined : JSON.parse(text);
      expect([method, path, answer.status, text]).toEqual([method, path, 503, text]);
      const seconds = Number(answer.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      if (Date.now() > until) throw new Error(`${method} ${path} was answered by 503 alone`);
      await delay(seconds * 1000);
    }
  };
}

async function signInSlowly(instance: Instance, email: string): Promise<PatientCall> {
  const call = patiently(instance.url, fromSomewhere());
  await call("POST", "/api/auth/register", { email });
  const code = await mailedCode(instance, email);
  const { access_token } = (await call("POST", "/api/auth/verify-email", { email, code })) as { access_token: string };
  return patiently(instance.url, { authorization: `Bearer ${access_token}` });
}

const shows = (call: PatientCall, url: string): Promise<unknown> =>
  eventually(async () => expect(JSON.stringify(await call("GET", "/api/links/"))).toContain(`"${url}"`), {
    timeout: SLOW_MS,
    interval: 500,
  });
