import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@satchel/testing";
import { docker } from "../containers/engine.ts";

const CONTAINER = "satchel-proof-database";
const USER = "satchel";

/** A Postgres beside the cluster, as the overlay `single` wants one; it ends with the engine. @returns the URL of an empty database */
export async function makeDatabase(name: string, host: string): Promise<string> {
  await docker("rm", "--force", "--volumes", CONTAINER).catch(() => undefined);
  const password = randomBytes(16).toString("hex");
  const variables = { POSTGRES_USER: USER, POSTGRES_DB: name, POSTGRES_PASSWORD: password };
  const settings = Object.entries(variables).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
  await docker("run", "--detach", "--name", CONTAINER, "--network", "host", ...settings, "postgres:18-alpine");
  await eventually(() => docker("exec", CONTAINER, "pg_isready", "-h", host, "-U", USER));
  return `postgres://${USER}:${password}@${host}:5432/${name}`;
}

/** Stops it, and starts it again after so many milliseconds. */
export async function pauseDatabase(ms: number): Promise<void> {
  await docker("stop", CONTAINER);
  await delay(ms);
  await docker("start", CONTAINER);
}
