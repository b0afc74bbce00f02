import { eventually } from "@satchel/testing";
import { say } from "../report.ts";
import { Caller } from "../scaling/caller.ts";
import { Tally } from "../scaling/tally.ts";
import { type Container, docker, isHealthy } from "./engine.ts";
import type { ComposeWalk } from "./installation.ts";
import { timed } from "./walk.ts";

const NAME = "satchel-proof-household";
/** Milliseconds for the container to become healthy on an empty volume. */
const HEALTHY_MS = 600_000;
/** Seconds to stop in order, as docs/operations/household.md gives it. */
const STOP_SECONDS = 30;

/** The container for one household, started as docs/operations/household.md does, used, stopped and started again. */
export async function household(walk: ComposeWalk): Promise<void> {
  const { installation } = walk;
  const build = ["build", "--target", "household", "--tag", `satchel:${NAME}`, installation.folder];
  say(`image built in ${await timed(() => docker(...build))}`);
  const remove = async (): Promise<void> => {
    await docker("rm", "--force", NAME).catch(() => undefined);
    await docker("volume", "rm", "--force", NAME).catch(() => undefined);
  };
  await remove();
  try {
    const url = "http://127.0.0.1:3000";
    const shut = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
    const open = ["-p", "3000:3000", "-p", "25:2525", "-v", `${NAME}:/data`];
    const settings = ["-e", `PUBLIC_URL=${url}`, "-e", "SAVE_ADDRESS=save@links.satchel.internal"];
    const run = ["run", "-d", "--name", NAME, "--init", ...shut, ...open, ...settings, `satchel:${NAME}`];
    const start = async (how: readonly string[]): Promise<string> =>
      timed(async () => {
        await docker(...how);
        const check = async (): Promise<boolean> => {
          const [now] = JSON.parse(await docker("inspect", NAME)) as [Container];
          return now.State.Health !== undefined && isHealthy(now);
        };
        await eventually(check, { timeout: HEALTHY_MS, interval: 200 });
      });
    say(`healthy ${await start(run)} after "docker run" on an empty volume`);
    const caller = new Caller(url, new Tally());
    const token = await signIn(caller);
    const saved = { url: "https://site.test/" };
    await caller.call({ method: "POST", path: "/api/links/", body: saved, token, key: "1" });
    const memory = await docker("stats", "--no-stream", "--format", "{{.MemUsage}}", NAME);
    say(`${memory.replace(/ \/.*/, "")} of memory`);
    say(`stopped in ${await timed(() => docker("stop", "--time", String(STOP_SECONDS), NAME))}`);
    const [{ State: ended }] = JSON.parse(await docker("inspect", NAME)) as [{ State: { ExitCode: number } }];
    if (ended.ExitCode !== 0) walk.add("household", [`it ended with ${ended.ExitCode} when it was stopped`]);
    say(`healthy ${await start(["start", NAME])} after "docker start"`);
    const links = (await caller.call({ method: "GET", path: "/api/links/", token })).body as { url: string }[];
    if (links[0]?.url !== saved.url) walk.add("household", ["what was saved is not there after a restart"]);
    await caller.close();
  } finally {
    await remove();
  }
}

/** With the code as docs/operations/household.md finds it where there is no relay. */
async function signIn(caller: Caller): Promise<string> {
  const email = "anna@sender.test";
  await caller.call({ method: "POST", path: "/api/auth/register", body: { email }, isHarmless: true });
  const newest = "grep -h ^Subject: /data/outbox/*.eml | tail -n 1";
  const code = await eventually(async () => {
    const found = /\b\d{6}\b/.exec(await docker("exec", NAME, "sh", "-c", newest))?.[0];
    if (found === undefined) throw new Error("there is no code in the outbox");
    return found;
  });
  const body = { email, code };
  const verified = await caller.call({ method: "POST", path: "/api/auth/verify-email", body, isHarmless: true });
  return (verified.body as { access_token: string }).access_token;
}
