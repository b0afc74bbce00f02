import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processTree } from "./processes.ts";

/** What anybody on the machine sees of backups and drills while they run. */
export interface Watched {
  /** Command lines of all processes of the instance. */
  readonly commandLines: ReadonlySet<string>;
  /** Names of the clients on the drill's bus: each service has its own. */
  readonly clients: ReadonlySet<string>;
}

/** Looks at the processes of an instance, and at the bus of its drill, until it is stopped. */
export function watchDrills(pid: number, dataDir: string): { stop(): Promise<Watched> } {
  const [commandLines, clients] = [new Set<string>(), new Set<string>()];
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const tree = processTree(pid).join(",");
      for (const line of execFileSync("ps", ["-o", "args=", "-p", tree], { encoding: "utf8" }).trim().split("\n"))
        commandLines.add(line);
      for (const name of await clientsOf(join(dataDir, "drill/nats"))) clients.add(name);
      await delay(10);
    }
  };
  const looking = look();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
      return { commandLines, clients };
    },
  };
}

/** Names of the clients of a bus that may not run yet, or no longer. */
async function clientsOf(folder: string): Promise<string[]> {
  try {
    const file = (await readdir(folder)).find((name) => name.endsWith(".ports")) ?? "none";
    const { monitoring } = JSON.parse(await readFile(join(folder, file), "utf8")) as { monitoring: string[] };
    const answer = await fetch(`${monitoring[0]}/connz?state=any`);
    const { connections } = (await answer.json()) as { connections: { name?: string }[] };
    return connections.map(({ name }) => name ?? "");
  } catch {
    return [];
  }
}
