import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLink, listLinks, register, verifyEmail } from "@satchel/contracts";
import { atEnd, eventually, freePort, tempDir } from "@satchel/testing";
import { Value } from "typebox/value";
import { beforeAll, expect, test } from "vitest";
import { documentedCommands } from "../test/documented-commands.ts";
import { mailedCode } from "../test/instance.ts";
import { keyFor } from "./secret.ts";

// Commands of the documents are run as they stand there, with other ports and folders; documented-commands.unit.spec.ts
// holds that the others stand in test/declared-commands.ts with the reason why not. One system is shared; the tests go
// from top to bottom.
const root = join(import.meta.dirname, "../../..");
const documented = new Map(documentedCommands().map(({ file, command }) => [command, file]));
const done = new Set<string>();

const ADDRESS = "you@example.com";
let scratch: string;
let port: number;
let smtpPort: number;
let environment: Record<string, string>;
let system: ChildProcess;

/** Starts a documented command, with what its placeholders stand for. It must be in a document just so. */
function begin(command: string, standsFor: Record<string, string> = {}): ChildProcess {
  expect([...documented.keys()]).toContain(command);
  done.add(command);
  const replacements = { ...standsFor, "localhost:3000": `127.0.0.1:${port}`, " backups/": ` ${scratch}/backups/` };
  const line = Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), command);
  const child = spawn("sh", ["-c", /^curl|\$\(/.test(line) ? line : `exec env ${line}`], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  atEnd(async () => void (child.exitCode ?? child.kill("SIGTERM")));
  return child;
}

/** Runs a documented command to its end. */
async function run(command: string, standsFor: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const child = begin(command, standsFor);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return { code, said };
}

/** Runs one that has to succeed, and gives what it said. */
async function succeed(command: string, standsFor: Record<string, string> = {}): Promise<string> {
  const { code, said } = await run(command, standsFor);
  expect([command, code, code === 0 ? "" : said]).toEqual([command, 0, ""]);
  return said;
}

/** Waits until `npm start` says where the page is. */
async function ready(child: ChildProcess): Promise<void> {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  await eventually(
    () => {
      if (child.exitCode !== null) throw new Error(said);
      expect(said).toContain("Satchel is ready");
    },
    { timeout: 120_000 },
  );
}

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
};

beforeAll(async () => {
  scratch = await tempDir();
  [port, smtpPort] = [await freePort(), await freePort()];
  environment = {
    DATA_DIR: join(scratch, "data"),
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    SAVE_ADDRESS: "save@links.example.org",
  };
  system = begin("npm start");
  await ready(system);
});

test("the calls of the API's first page, then a mailed link", async () => {
  const calls = [...documented].flatMap(([command, file]) =>
    command.startsWith("curl ") && file === "docs/api/README.md" ? [command] : [],
  );
  const [ask = "", verify = "", save = "", list = ""] = calls;
  expect(calls).toHaveLength(4);
  const answer = async (command: string, standsFor = {}): Promise<unknown> =>
    JSON.parse(await succeed(command, standsFor));
  const fits = (schema: unknown, value: unknown): void => expect(Value.Errors(schema as never, value)).toEqual([]);
  fits(register.responses[200], await answer(ask));
  const code = await mailedCode({ dataDir: environment.DATA_DIR ?? "" }, ADDRESS);
  const token = await answer(verify, { "123456": code });
  fits(verifyEmail.responses[200], token);
  const bearer = { $TOKEN: (token as { access_token: string }).access_token };
  fits(createLink.responses[201], await answer(save, bearer));
  expect(await succeed("npm run send -- --from you@example.com https://example.com/")).toMatch(/^250 /m);
  const sent =
    "SMTP_PORT=25 SAVE_ADDRESS=save@links.example.org npm run send -- --from you@example.com https://example.com/";
  expect(await succeed(sent, { "SMTP_PORT=25": `SMTP_PORT=${smtpPort}` })).toMatch(/^250 /m);
  await eventually(async () => {
    const links = await answer(list, bearer);
    fits(listLinks.responses[200], links);
    expect(links).toHaveLength(2);
  });
});

test("commands beside a running system", async () => {
  expect(JSON.parse(await succeed("curl -s localhost:3000/api/health"))).toMatchObject({ status: "ready" });
  const secret = (await readFile(join(environment.DATA_DIR ?? "", "secret"), "utf8")).trim();
  const derive = [...documented.keys()].find((command) => command.startsWith("node -e")) ?? "none";
  const said = await Promise.all([
    succeed("npm run rebuild -- all"),
    succeed("npm run enrich:again -- --where failed"),
    succeed("npm run sbom"),
    succeed("npm run docs"),
    succeed(derive, { ".data/": `${environment.DATA_DIR}/` }),
  ]);
  expect(said).toEqual([
    expect.stringMatching(/Rebuilt identity in[\s\S]*Rebuilt captures in/),
    expect.stringMatching(/\d/),
    expect.stringMatching(/\.cdx\.json: \d+ packages/),
    expect.stringMatching(/Indexed \d+ pages/),
    `${keyFor(secret, "addresses")}\n`,
  ]);
  expect(await succeed("npm run scrub")).toMatch(/identity: [\s\S]*captures: /);
});

test("the doctor, where no DNS answers", async () => {
  const domain = { "example.org": "example.org --dns-servers 127.0.0.1:1 --timeout 1" };
  const { code, said } = await run("npm run mail:doctor -- example.org", domain);
  expect([code, said]).toEqual([1, expect.stringContaining("not checked")]);
});

test("backups, and the drill", async () => {
  const whole = expect.stringContaining("Read again: it is whole.");
  const lists = { "/srv/backups/": `${scratch}/lists/ --erasures-only` };
  const taken = await Promise.all([
    succeed("npm run backup -- --to backups/"),
    succeed("BACKUP_PASSPHRASE=… npm run backup -- --to backups/"),
    succeed("npm run backup -- --to /srv/backups/ --keep 14", lists),
  ]);
  expect(taken).toEqual([whole, whole, whole]);
  environment.BACKUP_PASSPHRASE = "…";
  expect(await succeed("npm run drill -- --from backups/")).toContain("The drill succeeded");
  delete environment.BACKUP_PASSPHRASE;
  await stop(system);
  const newest = async (folder: string, end: string): Promise<string> =>
    join(
      scratch,
      folder,
      (await readdir(join(scratch, folder)))
        .filter((name) => name.endsWith(end))
        .sort()
        .at(-1) ?? "",
    );
  const plain = await newest("backups", ".backup");
  const locked = await newest("backups", ".age");
  const list = await newest("lists", "");
  expect(await succeed("npm run restore -- --from <file> --check", { "<file>": plain })).toContain("is whole");
  await succeed("npm run restore -- --from <file> --erasures <newest list>", {
    "<file>": plain,
    "<newest list>": list,
    "npm run": `DATA_DIR=${join(scratch, "restored")} npm run`,
  });
  const drill = { "/tmp/drill": join(scratch, "drill") };
  await succeed(
    "BACKUP_PASSPHRASE=… DATA_DIR=/tmp/drill npm run restore -- --from backups/satchel-everything-….backup.age",
    {
      ...drill,
      "backups/satchel-everything-….backup.age": locked,
    },
  );
  const restored = begin("DATA_DIR=/tmp/drill PORT=3100 SMTP_PORT=2600 npm start", {
    ...drill,
    "3100": String(port),
    "2600": String(smtpPort),
  });
  await ready(restored);
  await stop(restored);
});

test("every command that is run here was run", () => {
  const calls = [...documented].filter(
    ([command, file]) => command.startsWith("curl ") && file === "docs/api/README.md",
  );
  expect([...done]).toEqual(expect.arrayContaining(calls.map(([command]) => command)));
  expect([...done].filter((command) => command.startsWith("node -e"))).toHaveLength(1);
});
