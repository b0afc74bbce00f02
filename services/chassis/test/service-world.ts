import type { CommandDefinition, PayloadOf, Position, ResultOf } from "@satchel/contracts";
import { atEnd, eventually, PATIENCE_MS } from "@satchel/testing";
import type { Pool } from "pg";
import { type CommandClient, commandClient } from "../src/commands/client.ts";
import { openPool } from "../src/database.ts";
import type { RunningService } from "../src/lifecycle.ts";
import { isReady } from "../src/operations/server.ts";
import { ProjectionProgress } from "../src/projection/progress.ts";
import { openWorld, type World, worldEnv } from "./world.ts";

/** A world in which services run, for the tests of their commands and tables. */
export interface ServiceWorld extends World {
  /** The environment of a service: its addresses, and what the test adds. */
  readonly env: Readonly<Record<string, string>>;
  /** With the role of the gateway, which exists once a service made its tables. */
  readonly reader: Pool;
  readonly client: CommandClient;
  readonly progress: ProjectionProgress;
  /** Waits until the tables show a position. */
  shows(position: Position | undefined): Promise<void>;
  /** Sends a command and waits until the tables show its event. */
  send<C extends CommandDefinition>(definition: C, payload: PayloadOf<C>): Promise<ResultOf<C>>;
  /** Waits until a starting service is ready; it stops at the end of the tests, or by `stop`. */
  run(starting: Promise<RunningService> | RunningService): Promise<RunningService>;
  /** Stops the services that run. */
  stop(): Promise<void>;
}

/** Waits until every part of a service is well. */
export const ready = (service: RunningService): Promise<boolean> =>
  eventually(async () => isReady(await service.checks()));

/** @param more of the environment, beside the addresses */
export async function openServiceWorld(more: Readonly<Record<string, string>> = {}): Promise<ServiceWorld> {
  const world = await openWorld();
  const { bus, pool, databaseUrl, logger } = world;
  const reader = openPool({ url: databaseUrl, logger, name: "reader", connections: 4, readOnly: true });
  atEnd(() => reader.end());
  const progress = new ProjectionProgress(bus, pool);
  atEnd(() => progress.close());
  const client = commandClient(bus, logger);
  const running: RunningService[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  };
  atEnd(stop);
  const shows = async (position: Position | undefined): Promise<void> => {
    if (position === undefined || (await progress.reached(position, PATIENCE_MS))) return;
    throw new Error(`the tables did not reach ${JSON.stringify(position)}`);
  };
  return {
    ...world,
    env: { ...worldEnv(world), ...more },
    reader,
    client,
    progress,
    shows,
    send: async (definition, payload) => {
      const { result, position } = await client.send(definition, payload);
      await shows(position);
      return result;
    },
    run: async (starting) => {
      const service = await starting;
      running.push(service);
      await ready(service);
      return service;
    },
    stop,
  };
}
