import { PARTITIONS, type UserId } from "@satchel/contracts";
import { eventually, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { expect } from "vitest";
import { saveLinks, usersOfAllPartitions } from "./links.ts";
import { openWorld, type World, worldEnv } from "./world.ts";

const PROJECTOR = new URL("./projector.ts", import.meta.url);

/** Replicas of a projection, as processes on one journal and database. */
interface ProjectionReplicas {
  readonly world: World;
  /** One of each partition. */
  readonly users: readonly UserId[];
  /** The started replicas; a test may remove some. */
  readonly running: SpawnedProgram[];
  start(env?: Record<string, string>): Promise<SpawnedProgram>;
  /** Waits until the replicas own so many partitions, in descending order. */
  sharesAre(...expected: number[]): Promise<void>;
  /** Appends to all partitions, some hundred events in a second, until it is stopped. */
  flood(): { stop(): Promise<void> };
  /** Makes a batch that writes entries take so many seconds, for replicas that start later. */
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
     where locktype = 'advisory' and application_name = 'satchel partitions' group by pid order by 1 desc`,
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
          // More events would only make the comparison at the end long.
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
