import { errors } from "@nats-io/transport-node";
import { projectionNames, type ProjectionName, rebuildSubject } from "@satchel/contracts";
import { REBUILD_ANSWER_MS } from "../limits.ts";
import type { World } from "./world.ts";

/** The answer to a request for a rebuild; `nobody`: no service that keeps these tables is running. */
export type RebuildAnswer = "started" | "running" | "nobody";

export const isProjection = (name: string): name is ProjectionName =>
  (projectionNames as readonly string[]).includes(name);

/** Requests a rebuild of a projection's tables from the service that keeps them. */
export async function requestRebuild({ nc }: World, projection: ProjectionName): Promise<RebuildAnswer> {
  try {
    const answer = await nc.request(rebuildSubject(projection), "", { timeout: REBUILD_ANSWER_MS });
    return answer.string() === "running" ? "running" : "started";
  } catch (error) {
    if (error instanceof errors.NoRespondersError || error instanceof errors.RequestError) return "nobody";
    throw error;
  }
}
