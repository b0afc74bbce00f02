import type { UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";
import { firstUnseen } from "./start.ts";

const { journal } = await openJournalWorld();
const [anna, bert] = usersOfAllPartitions() as [UserId, UserId];

test("given an empty journal, then reading begins at its first event", async () => {
  expect(
    await firstUnseen(
      journal,
      new Map([
        [0, 0],
        [1, 0],
      ]),
    ),
  ).toBe(1);
});

test("given partitions without events, when the others are caught up, then nothing is read again", async () => {
  const sequences = await saveLinks(journal, anna, 50);
  const last = Math.max(...sequences);

  expect(
    await firstUnseen(
      journal,
      new Map([
        [0, last],
        [1, 0],
        [2, 0],
      ]),
    ),
  ).toBe(last + 1);
});

test("given partitions with different checkpoints, then reading begins at the first event that one of them lacks", async () => {
  const early = Math.max(...(await saveLinks(journal, bert, 1)));
  const [late = 0] = await saveLinks(journal, anna, 1);

  expect(
    await firstUnseen(
      journal,
      new Map([
        [0, early - 1],
        [1, early],
      ]),
    ),
  ).toBe(late);
  expect(
    await firstUnseen(
      journal,
      new Map([
        [0, late],
        [1, early - 1],
      ]),
    ),
  ).toBe(early);
  expect(await firstUnseen(journal, new Map([[1, 0]]))).toBe(early);
});
