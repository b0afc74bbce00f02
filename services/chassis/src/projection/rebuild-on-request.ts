import { rebuildSubject } from "@satchel/contracts";
import { type ProjectionOptions, rebuild } from "./rebuild.ts";

export type RebuildAnswer = "started" | "running";

interface Rebuilds {
  /** Aborts a running rebuild; the tables in use stay as they are. */
  stop(): Promise<void>;
}

/** Rebuilds a projection's tables when the operator requests it on the bus; one replica receives the request. */
export function rebuildOnRequest(options: ProjectionOptions): Rebuilds {
  const { bus, projection, logger } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const begin = (): RebuildAnswer => {
    if (running !== undefined) return "running";
    running = rebuild(options, "current", stopping.signal)
      .catch((err: unknown) => logger.error({ err, projection: projection.name }, "the rebuild failed"))
      .finally(() => {
        running = undefined;
      });
    return "started";
  };
  const subscription = bus.nc.subscribe(rebuildSubject(projection.name), {
    queue: projection.name,
    callback: (error, message) => {
      if (error === null) message.respond(begin());
    },
  });
  return {
    stop: async () => {
      subscription.unsubscribe();
      stopping.abort();
      await running;
    },
  };
}
