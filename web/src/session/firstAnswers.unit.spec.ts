import type { Start } from "@satchel/contracts";
import { countLinks, createFolder, listFolders } from "@satchel/contracts/routes";
import { expect, test } from "vitest";
import { FirstAnswers } from "./firstAnswers.ts";

const start = {
  folders: [{ name: "Bread" }],
  counts: { all: { count: 3 }, unvisited: { count: 2 }, favorites: { count: 1 } },
  last_event_id: "e1",
} as unknown as Start;

const dataOf = (answers: FirstAnswers, call: Parameters<FirstAnswers["take"]>[0]): unknown => {
  const answer = answers.take(call);
  return answer === undefined || answer.problem !== undefined ? undefined : answer.data;
};

test("each answer is taken once", () => {
  const answers = new FirstAnswers(start);

  expect(dataOf(answers, { operation: countLinks, query: { unvisited_only: true } })).toEqual({ count: 2 });
  expect(dataOf(answers, { operation: countLinks, query: { unvisited_only: true } })).toBeUndefined();
  expect(dataOf(answers, { operation: countLinks })).toEqual({ count: 3 });
  expect([answers.takeEventId(), answers.takeEventId()]).toEqual(["e1", ""]);
});

test("a change is sent, though it has the path of an answer that is there", () => {
  const answers = new FirstAnswers(start);

  expect(answers.take({ operation: createFolder })).toBeUndefined();
  expect(dataOf(answers, { operation: listFolders })).toEqual([{ name: "Bread" }]);
});

test("what was not taken is forgotten when something has changed; where live events begin is not", () => {
  const answers = new FirstAnswers(start);
  answers.drop();

  expect(answers.take({ operation: listFolders })).toBeUndefined();
  expect(answers.takeEventId()).toBe("e1");
});

test("there are none before they have come", () => {
  const answers = new FirstAnswers();

  expect([answers.take({ operation: listFolders }), answers.takeEventId()]).toEqual([undefined, ""]);
});
