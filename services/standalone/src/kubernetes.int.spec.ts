import { execFileSync } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { busUserNames, type Link } from "@satchel/contracts";
import { findNatsServer } from "@satchel/embedded";
import { createTestDatabase, eventually, tempDir } from "@satchel/testing";
import pg from "pg";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { passwordVariable } from "../test/deployed-nats.ts";
import { signIn, startInstance } from "../test/instance.ts";

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

test("given a database as CloudNativePG makes it, whose owner may make no roles, when Satchel runs on it, then a link is saved and listed", async () => {
  const { postInitSQL } = parse(
    await readFile(join(kubernetes, "components/postgres-cloudnative/cluster.yaml"), "utf8"),
  ).spec.bootstrap.initdb;
  const { url } = await createTestDatabase();
  const owned = new URL(url);
  const owner = `owner_${owned.pathname.slice(1)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${owner} login password 'secret'`);
  await client.query(`alter database ${owned.pathname.slice(1)} owner to ${owner}`);
  for (const statement of postInitSQL as string[]) {
    // Other tests of this server may have made the role already.
    await client.query(statement.replace("to satchel", `to ${owner}`)).catch((error: { code: string }) => {
      if (error.code !== "42710") throw error;
    });
  }
  await client.end();
  owned.username = owner;
  owned.password = "secret";

  const system = await startInstance({ DATABASE_URL: owned.href });
  const anna = await signIn(system, "anna@post.example");
  await anna.json("POST", "/api/links/", { url: "http://127.0.0.1:1/kept" });

  await eventually(async () => expect(await anna.json<Link[]>("GET", "/api/links/")).toHaveLength(1));
});
