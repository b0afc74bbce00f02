import { randomUUID } from "node:crypto";
import type { LinkId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { ledger } from "../test/ledger.ts";
import { linkSaved, linkSubject, someUser } from "../test/links.ts";
import { CountVisit, visitCommands } from "../test/visits.ts";
import { joinJournal, openWorld } from "../test/world.ts";
import { commandClient } from "./commands/client.ts";
import { type CommandHandler, serveCommands } from "./commands/serve.ts";
import { correlationFromHeaders, withCorrelation } from "./correlation.ts";
import { createLogger } from "./logging.ts";
import { ProjectionProgress } from "./projection/progress.ts";
import { startProjection } from "./projection/rebuild.ts";

type Line = Record<string, unknown>;

test("given a request with an id, when it causes a command and that an event, then all have the same correlation", async () => {
  const { bus, journal, pool, databaseUrl, nats } = await openWorld();
  const lines: Line[] = [];
  const logger = createLogger("visits", "debug", { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const runner = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger });
  await eventually(() => expect(runner.check()).toBe("ok"));
  const progress = new ProjectionProgress(bus, pool, "ledger");
  const talking = ({ definition, handle }: CommandHandler): CommandHandler => ({
    definition,
    handle: (payload, context) => {
      logger.info("a visit");
      return handle(payload, context);
    },
  });
  const handlers = visitCommands({ journal, progress, pool }).map(talking);
  const server = await serveCommands(bus, "visits", handlers, logger);
  atEnd(async () => {
    await server.stop();
    await runner.stop();
    progress.close();
  });
  const target = { userId: someUser(), linkId: randomUUID() as LinkId };
  const subject = linkSubject(target.userId, target.linkId);
  await journal.append({ subject, event: linkSaved(), expected: 0 });
  const { bus: gateway } = await joinJournal(nats);
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const request = new Map([
    ["Satchel-Correlation-Id", "request-9"],
    ["traceparent", traceparent],
  ]);
  const commandId = randomUUID();

  await withCorrelation(
    correlationFromHeaders((name) => request.get(name)),
    () => commandClient(gateway, logger).send(CountVisit, target, commandId),
  );

  const story = { correlationId: "request-9", causationId: commandId, traceparent };
  expect(lines.find(({ msg }) => msg === "a visit")).toMatchObject({ service: "visits", level: "info", ...story });
  expect((await journal.last(subject))?.correlation).toEqual(story);
  await eventually(() =>
    expect(lines.find(({ msg, type }) => msg === "applied" && type === "LinkVisited")).toMatchObject({
      projection: "ledger",
      eventId: commandId,
      ...story,
    }),
  );
});
