import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { busUserNames } from "@satchel/contracts";
import { findNatsServer } from "@satchel/embedded";
import { atEnd, eventually, freePort, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { passwordVariable } from "../test/deployed-nats.ts";
import type { Manifest } from "../test/kustomize.ts";

const kubernetes = join(import.meta.dirname, "../../../deploy/kubernetes");

test.each(["base", "components/high-availability"])(
  "given the configuration of the bus with the cluster of %s, when a server checks it, then it takes it",
  async (part) => {
    const folder = await tempDir();
    await copyFile(join(kubernetes, "base/nats.conf"), join(folder, "nats.conf"));
    await copyFile(join(kubernetes, part, "cluster.conf"), join(folder, "cluster.conf"));
    const passwords = ["satchel", ...busUserNames].map((user) => [passwordVariable(user), `s${user}`]);
    const env = { ...Object.fromEntries(passwords), POD_NAME: "nats-0" };
    const { path } = await findNatsServer();
    execFileSync(path, ["-t", "--config", join(folder, "nats.conf")], { env, stdio: "pipe" });
  },
);

/** Starts a server with the command of the pods of the bus, on data in a folder. */
async function startBus(folder: string) {
  const objects = parseAllDocuments(await readFile(join(kubernetes, "base/nats.yaml"), "utf8"));
  const bus = objects.map((one) => one.toJS() as Manifest).find(({ kind }) => kind === "StatefulSet") as Manifest;
  const [program, ...args] = bus["spec"].template.spec.containers[0].command as [string, ...string[]];
  const [{ path }, port] = [await findNatsServer(), await freePort()];
  const own = args.map((arg) => arg.replaceAll("/data", folder));
  const child = spawn(program, [...own, "--port", String(port), "--jetstream", "--store_dir", folder], {
    env: { PATH: [dirname(path), process.env["PATH"]].join(delimiter) },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill();
    await exited;
  };
  atEnd(stop);
  const isUp = (): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (answer: boolean): void => {
        socket.destroy();
        resolve(answer);
      };
      const socket = connect(port, "127.0.0.1", () => settle(true)).once("error", () => settle(false));
    });
  return { isUp, stop };
}

// flock is of Linux, as are the pods.
test.skipIf(process.platform !== "linux")(
  "given a server of the bus that has not ended yet, when the next one starts with the same data, then it waits for that end",
  async () => {
    const folder = await tempDir();
    const last = await startBus(folder);
    await eventually(last.isUp);

    const next = await startBus(folder);
    await delay(2000);
    expect([await last.isUp(), await next.isUp()]).toEqual([true, false]);

    await last.stop();
    await eventually(next.isUp);
  },
);
