import { errors } from "@nats-io/transport-node";
import { projectionNames, type ProjectionName, rebuildSubject } from "@satchel/contracts";
import { REBUILD_ANSWER_MS } from "../limits.ts";
import type { World } from "./world.ts";

/** What came of asking for a rebuild; `nobody`: no service that keeps these tables runs. */
export type RebuildAsked = "started" | "running" | "nobody";

/** Whether there are tables of that name. */
export const isProjection = (name: string): name is ProjectionName =>
  (projectionNames as readonly string[]).includes(name);

/** Asks the service that keeps a projection's tables to build them anew beside those in use. */
export async function askForRebuild({ nc }: World, projection: ProjectionName): Promise<RebuildAsked> {
  try {
    const answer = await nc.request(rebuildSubject(projection), "", { timeout: REBUILD_ANSWER_MS });
    return answer.string() === "running" ? "running" : "started";
  } catch (error) {
    if (error instanceof errors.NoRespondersError || error instanceof errors.RequestError) return "nobody";
    throw error;
  }
}
