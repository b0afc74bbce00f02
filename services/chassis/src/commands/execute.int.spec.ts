import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type LinkId, partitionOf, progressSubject, RECOGNISED_EVENTS, type UserId } from "@satchel/contracts";
import { appendAll, atEnd, eventually } from "@satchel/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ledger } from "../../test/ledger.ts";
import { linkSaved, linkSubject, linkVisited, someUser } from "../../test/links.ts";
import { CountVisit, EnsureVisited, visitCommands } from "../../test/visits.ts";
import { joinJournal, openWorld } from "../../test/world.ts";
import type { Bus } from "../bus/connect.ts";
import { ProjectionProgress } from "../projection/progress.ts";
import { startProjection } from "../projection/rebuild.ts";
import type { ProjectionRunner } from "../projection/runner.ts";
import { type CommandClient, commandClient } from "./client.ts";
import { serveCommands } from "./serve.ts";
import { inProof } from "@satchel/testing/in-proof";

const world = await openWorld();
const { nats, bus, journal, pool, databaseUrl, logger } = world;

// Two replicas, so that commands contend over processes too; a client each, so that both get their share.
const client: CommandClient = commandClient(bus, logger);
const replicas: Bus[] = [];
for (const _ of [1, 2]) {
  const { bus: own, journal: replica } = await joinJournal(nats);
  replicas.push(own);
  const progress = new ProjectionProgress(own, pool, "ledger");
  atEnd(() => progress.close());
  const server = await serveCommands(own, "visits", visitCommands({ journal: replica, progress, pool }), logger);
  await own.nc.flush();
  atEnd(() => server.stop());
}

let runner: ProjectionRunner;
function start(): void {
  runner = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger, settleMs: 100 });
}
let target: { userId: UserId; linkId: LinkId };
let saved: number;
const subject = () => linkSubject(target.userId, target.linkId);
const visits = async () =>
  (await journal.readAggregate(subject())).slice(1).map(({ data }) => (data as { visitCount: number }).visitCount);
const isShown = (sequence: number) =>
  eventually(async () => {
    const { rowCount } = await pool.query("select from ledger.entries where sequence = $1", [sequence]);
    expect(rowCount).toBe(1);
  });

beforeEach(async () => {
  target = { userId: someUser(), linkId: randomUUID() as LinkId };
  start();
  ({ sequence: saved } = await journal.append({ subject: subject(), event: linkSaved(), expected: 0 }));
  await isShown(saved);
});
afterEach(() => runner.stop());

describe("a command", () => {
  test("given a link, when a visit is counted, then the answer has the visit's number and its position in the journal", async () => {
    const commandId = randomUUID();

    const { result, position } = await client.send(CountVisit, target, commandId);

    expect(result).toEqual({ visit: 1 });
    expect(await journal.last(subject())).toMatchObject({ id: commandId, sequence: position?.sequence });
  });

  test("given a link that was visited before, when a first visit is requested, then nothing is appended, and the answer has the earlier visit", async () => {
    await client.send(EnsureVisited, target);

    expect(await client.send(EnsureVisited, target)).toMatchObject({ result: { visit: 1 } });
    expect(await visits()).toEqual([1]);
  });

  test("given a rule that forbids the command, then it is rejected and nothing is appended", async () => {
    await client.send(CountVisit, { ...target, limit: 1 });

    await expect(client.send(CountVisit, { ...target, limit: 1 })).rejects.toMatchObject({
      data: { code: "rejected", detail: "Visited 1 times." },
    });
    expect(await visits()).toEqual([1]);
  });
});

describe("the same command again", () => {
  test("given a lost answer, when the command is sent again, then it gets the same answer, and nothing is appended twice", async () => {
    const commandId = randomUUID();
    const first = await client.send(CountVisit, target, commandId);
    await client.send(CountVisit, target);

    expect(await client.send(CountVisit, target, commandId)).toEqual(first);
    expect(await visits()).toEqual([1, 2]);
  });

  test("given a command and its repetition at the same time, then both get the same answer, and one event is appended", async () => {
    const commandId = randomUUID();

    const answers = await Promise.all([1, 2, 3].map(() => client.send(CountVisit, target, commandId)));

    expect(answers.map(({ result }) => result)).toEqual([{ visit: 1 }, { visit: 1 }, { visit: 1 }]);
    expect(await visits()).toEqual([1]);
  });
});

describe("a command on a link with very many events", () => {
  const MANY = 2000;
  /** Messages that the replicas were sent; the tables are kept over another connection. */
  const received = () => replicas.reduce((sum, { nc }) => sum + nc.stats().inMsgs, 0);

  beforeEach(async () => {
    const events = Array.from({ length: MANY }, (_, n) => linkVisited(n + 1));
    await isShown(await appendAll(journal, subject(), events, saved));
  });

  test("given a command that may have been sent before, then only the newest events are searched for it, and it is carried out", async () => {
    const before = received();
    const { result } = await client.send(CountVisit, target, randomUUID(), true);

    expect(result).toEqual({ visit: MANY + 1 });
    expect(received() - before).toBeLessThan(2 * RECOGNISED_EVENTS);
  });

  test("given as many later events as are searched, when the command is sent again, then it still gets its own answer", async () => {
    const commandId = randomUUID();
    const { result, position } = await client.send(CountVisit, target, commandId);
    const meanwhile = Array.from({ length: RECOGNISED_EVENTS - 1 }, (_, n) => linkVisited(MANY + n + 2));
    await isShown(await appendAll(journal, subject(), meanwhile, position?.sequence ?? 0));

    expect((await client.send(CountVisit, target, commandId, true)).result).toEqual(result);
    expect((await visits()).at(-1)).toBe(MANY + RECOGNISED_EVENTS);
  });
});

describe("commands that contend for a link", () => {
  test("given many commands at once on two replicas, then each answered one counts once, and no number is given twice", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => client.send(CountVisit, target)));

    const answered = outcomes.flatMap((outcome) =>
      outcome.status === "fulfilled" ? [outcome.value.result.visit] : [],
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.data.code] : []));
    expect(answered.sort((a, b) => a - b)).toEqual(await visits());
    expect(new Set(refused).size === 0 || refused.every((code) => code === "conflict")).toBe(true);
    expect(answered.length).toBeGreaterThanOrEqual(25);
  });
});

describe("rows that lag behind", () => {
  /** Stops the tables, lets something happen, and starts them again while the command is at work. */
  async function whileLagging<T>(happen: () => Promise<unknown>, command: () => Promise<T>): Promise<T> {
    await runner.stop();
    await happen();
    const answer = command();
    answer.catch(() => {});
    start();
    return answer;
  }
  const visit = (count: number, expected: number) => () =>
    journal.append({ subject: subject(), event: linkVisited(count), expected });

  test("given a stale row that leads to a rejection, then it waits for the newest row and decides again", async () => {
    const fresh = { ...target, linkId: randomUUID() as LinkId };
    const save = () =>
      journal.append({ subject: linkSubject(fresh.userId, fresh.linkId), event: linkSaved(), expected: 0 });

    const { result } = await whileLagging(save, () => client.send(CountVisit, fresh));

    expect(result).toEqual({ visit: 1 });
  });

  test("given a stale row that would allow the command, then the rule decides by the newest state", async () => {
    const answer = whileLagging(visit(1, saved), () => client.send(CountVisit, { ...target, limit: 1 }));

    await expect(answer).rejects.toMatchObject({ data: { code: "rejected" } });
    expect(await visits()).toEqual([1]);
  });

  test("given a stale row by which the command would still be needed, then nothing is done twice", async () => {
    const { result } = await whileLagging(visit(1, saved), () => client.send(EnsureVisited, target));

    expect(result).toEqual({ visit: 1 });
    expect(await visits()).toEqual([1]);
  });

  test("given tables that lag for seconds, then the command waits for them", async () => {
    await runner.stop();
    await visit(1, saved)();
    const answer = client.send(CountVisit, target);
    answer.catch(() => {});
    await delay(4000);
    start();

    expect(await answer).toMatchObject({ result: { visit: 2 } });
  });

  inProof(
    "given tables that are not updated, then the caller gets unavailable after a bounded wait, and nothing is appended",
    async () => {
      await runner.stop();
      await visit(1, saved)();

      await expect(client.send(CountVisit, target)).rejects.toMatchObject({
        data: { code: "unavailable", retryAfter: 1 },
      });

      expect(await visits()).toEqual([1]);
    },
  );

  test("given rows that are older than announced, as after a killed Postgres, then the error is not a conflict", async () => {
    await runner.stop();
    const { sequence } = await visit(1, saved)();
    const partition = partitionOf(target.userId);
    bus.nc.publish(progressSubject("ledger", partition), JSON.stringify({ sequence }));

    await expect(client.send(CountVisit, target)).rejects.toMatchObject({ data: { code: "unavailable" } });

    start();
    expect(await client.send(CountVisit, target)).toMatchObject({ result: { visit: 2 } });
  });
});
