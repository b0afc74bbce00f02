import { PARTITIONS, type UserId } from "@satchel/contracts";
import { eventually, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { expect } from "vitest";
import { saveLinks, usersOfAllPartitions } from "./links.ts";
import { openWorld, type World, worldEnv } from "./world.ts";

const PROJECTOR = new URL("./projector.ts", import.meta.url);

/** Replicas of a projection, as processes of their own on one journal and database. */
export interface ProjectionReplicas {
  readonly world: World;
  /** One of each partition. */
  readonly users: readonly UserId[];
  /** Those that were started and not taken out of it. */
  readonly running: SpawnedProgram[];
  start(env?: Record<string, string>): Promise<SpawnedProgram>;
  /** Waits until the replicas hold so many partitions each, the most first. */
  sharesAre(...expected: number[]): Promise<void>;
  /** Appends to all partitions, some hundred events a second, until it is stopped. */
  flood(): { stop(): Promise<void> };
  /** Lets a batch that writes entries last so many seconds, for replicas that start from now on. */
  slowDown(seconds: number): Promise<void>;
  killAll(): Promise<void>;
}

/** An empty journal and database on which replicas can be started. */
export async function openReplicas(): Promise<ProjectionReplicas> {
  const world = await openWorld();
  const { journal, pool } = world;
  const users = usersOfAllPartitions();
  const running: SpawnedProgram[] = [];
  const shares = async (): Promise<number[]> => {
    const { rows } = await pool.query<{ partitions: number }>(
      `select count(*) filter (where objid < 1000)::int as partitions from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and application_name = 'satchel ledger partitions' group by pid order by 1 desc`,
    );
    return rows.map(({ partitions }) => partitions);
  };
  return {
    world,
    users,
    running,
    start: async (env = {}) => {
      const replica = await spawnProgram(PROJECTOR, { env: { ...worldEnv(world), ...env } });
      running.push(replica);
      await replica.waitForLine(/started/);
      return replica;
    },
    sharesAre: async (...expected) => {
      await eventually(async () => expect(await shares()).toEqual(expected));
    },
    flood: () => {
      let stopped = false;
      const appending = (async () => {
        for (let i = 0; !stopped; i++) {
          await saveLinks(journal, users[i % PARTITIONS] as UserId, 10);
          // Some hundred events a second are a stream; more only make the comparison at the end long.
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      return {
        stop: () => {
          stopped = true;
          return appending;
        },
      };
    },
    slowDown: async (seconds) => {
      await pool.query(
        `do $$ begin execute format('alter database %I set test.sleep = %L', current_database(), '${seconds}'); end $$`,
      );
    },
    killAll: async () => {
      await Promise.all(running.splice(0).map((replica) => replica.kill("SIGKILL")));
    },
  };
}
