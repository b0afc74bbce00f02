import * as processes from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect } from "vitest";
import type { Client } from "./instance.ts";
import { filesWith } from "./traces.ts";

const execFile = promisify(processes.execFile);
const SCRUB = fileURLToPath(new URL("../../../scripts/scrub.mjs", import.meta.url));

/** Waits until an account has so many links, and none that waits for its page. */
export const settled = (client: Client, count: number) =>
  eventually(async () => {
    const links = await client.json<Link[]>("GET", "/api/links/?size=100");
    expect(links).toHaveLength(count);
    expect(links.filter(({ enrichment }) => enrichment.state === "pending")).toEqual([]);
  });

/** Has the tables scrubbed until no file has any of the texts. A scrub may wait 90 s for transactions that see removed rows. */
export const scrubbed = (dataDir: string, texts: readonly string[]) =>
  eventually(
    async () => {
      await execFile(process.execPath, [SCRUB], { env: { ...process.env, DATA_DIR: dataDir } });
      expect(await filesWith(dataDir, texts)).toEqual([]);
    },
    { interval: 500, timeout: 240_000 },
  );
