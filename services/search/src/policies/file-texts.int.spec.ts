import { openCopyTexts, queriesOver } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { startKept } from "../../test/kept.ts";
import { fileTexts } from "./file-texts.ts";

test("given an account of which very many texts are due, when they are filed, then another account's does not wait for all of them", async () => {
  const kept = await startKept();
  const { system } = kept;
  const { userId: many } = await kept.givenCopy("first");
  for (const text of ["second", "third", "fourth"]) {
    await kept.keep(many, await kept.saveTitled(many, text), text);
    await kept.filed(many);
  }
  const { userId: one } = await kept.givenCopy("the only one");
  await kept.stop();
  const due = "filed < sequence and user_id = any($1)";
  await system.pool.query("update search.filings set filed = 0 where user_id = any($1)", [[many, one]]);
  const texts = await openCopyTexts(system.bus);
  const read: UserId[] = [];
  const get: typeof texts.get = (key) => {
    read.push(key.userId);
    if (read.length === 3) throw new Error("it can't be read");
    return texts.get(key);
  };
  const file = (): Promise<void> => fileTexts(queriesOver(system.pool), { get }, new AbortController().signal);

  await expect(file()).rejects.toThrow("it can't be read");
  expect(read).toEqual([many, one, many, many, many]);
  const { rows } = await system.pool.query(`select user_id from search.filings where ${due}`, [[many, one]]);
  expect(rows).toEqual([{ user_id: many }]);
  await file();
  expect((await system.pool.query(`select from search.filings where ${due}`, [[many, one]])).rowCount).toBe(0);
  await kept.start();
});
