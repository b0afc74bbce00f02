import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@satchel/testing";
import pg from "pg";
import { expect, test } from "vitest";
import { signIn, startInstance } from "../test/instance.ts";

test("given accounts that are registered and erased all the time, when others list and search, then no table is locked for them", async () => {
  const instance = await startInstance();
  const people = await Promise.all(Array.from({ length: 10 }, (_, i) => signIn(instance, `reader-${i}@post.example`)));
  for (const person of people) await person.json("POST", "/api/links/", { url: "http://127.0.0.1:1/kept" });
  const running = JSON.parse(await readFile(join(instance.dataDir, "running.json"), "utf8")) as Record<string, string>;
  const postgres = new pg.Client({ connectionString: running["DATABASE_URL"] });
  await postgres.connect();
  atEnd(() => postgres.end());
  const rewrites = `select query from pg_stat_activity where query ilike 'vacuum (full%' and state = 'active'`;
  let isOver = false;
  const locks: unknown[] = [];
  const watching = (async () => {
    for (; !isOver; await sleep(10)) locks.push(...(await postgres.query(rewrites)).rows);
  })();
  const times: number[] = [];
  const reading = people.map(async (person) => {
    while (!isOver) {
      for (const path of ["/api/links/?size=10", "/api/links/?search=kept"]) {
        const began = performance.now();
        expect(await person.json("GET", path)).toHaveLength(1);
        times.push(performance.now() - began);
      }
      await sleep(100);
    }
  });

  const throwAway = async (chain: number) => {
    for (let i = 0; i < 10; i++) {
      const thrownAway = await signIn(instance, `thrown-away-${chain}-${i}@post.example`);
      await thrownAway.json("POST", "/api/links/", { url: "http://127.0.0.1:1/thrown-away" });
      expect((await thrownAway.call("DELETE", "/api/users/me")).status).toBe(204);
    }
  };
  await Promise.all([0, 1, 2, 3, 4].map(throwAway));
  isOver = true;
  await Promise.all([...reading, watching]);

  expect(locks).toEqual([]);
  process.stdout.write(`${times.length} calls beside 50 erasures, the slowest ${Math.round(Math.max(...times))} ms\n`);
});
