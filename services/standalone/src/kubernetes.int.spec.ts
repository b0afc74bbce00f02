import { execFileSync } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { busUserNames } from "@satchel/contracts";
import { findNatsServer } from "@satchel/embedded";
import { tempDir } from "@satchel/testing";
import { test } from "vitest";
import { passwordVariable } from "../test/deployed-nats.ts";

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
