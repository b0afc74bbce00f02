import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findNatsServer } from "@satchel/embedded";
import { atEnd, eventually, tempDir } from "@satchel/testing";

/**
 * A NATS server with JetStream's default: it syncs every two minutes.
 * @param more lines of its configuration
 */
export async function startUnsyncedNats(more = ""): Promise<{ url: string; monitorUrl: string }> {
  const [dir, server] = [await tempDir(), await findNatsServer()];
  const config = join(dir, "nats.conf");
  const text = JSON.stringify;
  await writeFile(
    config,
    `host: "127.0.0.1"\nport: -1\nhttp: "127.0.0.1:-1"\nports_file_dir: ${text(dir)}\njetstream { store_dir: ${text(dir)} }\n${more}\n`,
  );
  const child = spawn(server.path, ["--config", config], { stdio: "ignore" });
  atEnd(
    () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill();
      }),
  );
  const ports = await eventually(async () => {
    const [file] = (await readdir(dir)).filter((name) => name.endsWith(".ports"));
    return JSON.parse(await readFile(join(dir, file ?? ""), "utf8")) as { nats: string[]; monitoring: string[] };
  });
  return { url: ports.nats[0] as string, monitorUrl: ports.monitoring[0] as string };
}
