import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readTestArguments } from "../../../scripts/lib/test-arguments.mjs";
import { readDoctorArguments } from "@satchel/mail-ingest/doctor";
import { readRefetchArguments } from "../src/refetch-arguments.ts";
import { readBackupArguments, readDrillArguments, readRestoreArguments } from "../src/backup-arguments.ts";

const root = join(import.meta.dirname, "../../..");
const text = (file: string): string => readFileSync(join(root, file), "utf8");

/** Commands of the documents that no test runs, with the reason, and a check of their arguments. */
interface CommandDeclaration {
  readonly matches: RegExp;
  readonly because: string;
  /** Fails where the command can't be right. */
  readonly check?: (command: string) => void | Promise<void>;
}

const words = (command: string): string[] => command.split(/ +/).filter((word) => word !== "" && !/^(>|2>)/.test(word));
const scripts = (workspace: string): Record<string, string> =>
  JSON.parse(text(join(workspace, "package.json"))).scripts;
const spec = (file: string): void => expect(existsSync(join(root, file)), file).toBe(true);

/** The arguments of one of our own commands, as its program reads them. */
async function checkArguments(name: string, args: readonly string[]): Promise<void> {
  if (name === "backup") await readBackupArguments(args, {});
  else if (name === "restore") await readRestoreArguments(args, {});
  else if (name === "drill") await readDrillArguments(args, {});
  else if (name === "enrich-again") expect(readRefetchArguments(args), args.join(" ")).toBeDefined();
  else expect([name, args.length]).toEqual(["rebuild", 1]);
}

const services = ["docker-compose.yml", "deploy/compose.three-servers.yml"].flatMap((file) => {
  const { services }: { services: Record<string, object> } = parse(text(file), { merge: true });
  return Object.keys(services);
});
const FLAGS_WITH_VALUE = new Set(["--scale", "--since", "-f"]);

async function checkCompose(command: string): Promise<void> {
  const [verb = "", ...rest] = words(command.replace(/^docker compose (-f \S+ |--profile \S+ )?/, ""));
  const file = /-f (\S+\.yml)/.exec(command)?.[1];
  if (file !== undefined) spec(file);
  expect(["up", "down", "ps", "logs", "run", "stop", "start", "restart", "config", "version"]).toContain(verb);
  const names = rest.filter((word, n) => !/^[-<]/.test(word) && !FLAGS_WITH_VALUE.has(rest[n - 1] ?? ""));
  const scaled = rest.filter((word) => word.includes("=")).map((word) => word.slice(0, word.indexOf("=")));
  const [first = ""] = names;
  for (const name of verb === "run" ? [first] : [...names, ...scaled]) expect(services).toContain(name);
  if (verb === "run") await checkArguments(first, rest.slice(rest.indexOf(first) + 1));
}

/** Commands and options of the command line, by its own definition of them; programs of the server have their own options. */
function checkSatchel(command: string): void {
  const program = text("cli/src/program.ts");
  const server = [...text("cli/src/server.ts").matchAll(/^ {2}"?([\w-]+)"?: \{ file/gm)].map(([, name]) => name);
  for (const [, name = ""] of command.matchAll(/npx satchel (\w[\w-]*)/g)) {
    if (server.includes(name)) return;
    expect(program).toContain(`.command("${name}")`);
  }
  for (const [, option] of command.matchAll(/ (--[a-z-]+)/g)) expect(program).toMatch(new RegExp(`${option}\\b`));
}

const base = join(root, "deploy/kubernetes/base");
const objects = ["services.yaml", "commands.yaml", "doors.yaml", "nats.yaml", "namespace.yaml"].flatMap((file) =>
  parseAllDocuments(readFileSync(join(base, file), "utf8")).map((document) => document.toJS()),
);
const isThere = (kind: string, name: string): void =>
  expect(objects.map((object) => `${object.kind.toLowerCase()} ${object.metadata.name}`)).toContain(`${kind} ${name}`);

function checkKubectl(command: string): void {
  const folder = / -k (\S+)/.exec(command)?.[1];
  if (folder !== undefined) spec(`${folder}/kustomization.yaml`);
  const namespace = / (?:-n|namespace) (\S+)/.exec(command)?.[1];
  if (namespace !== undefined) isThere("namespace", namespace);
  const [, kind = "", name = ""] = / get (ingress|service) (\w+)/.exec(command) ?? [];
  if (name !== "") isThere(kind, name);
  const labelled = /app\.kubernetes\.io\/name=(\w+)/.exec(command)?.[1];
  if (labelled !== undefined) isThere("deployment", labelled);
}

async function checkRun(command: string): Promise<void> {
  const [, , name = "", ...args] = words(command);
  isThere("cronjob", name);
  await checkArguments(name, args);
}

const shell = (command: string): void =>
  void execFileSync("sh", ["-n"], { input: command, stdio: ["pipe", "pipe", "pipe"] });
const tested = (file: string) => (): void => spec(file);

export const declared: readonly CommandDeclaration[] = [
  {
    matches: /^npm install --global satchel/,
    because: "it would change this machine; the package is installed into a folder",
    check: tested("services/standalone/src/package.proof.spec.ts"),
  },
  {
    matches: /^curl --data-binary @report\.pdf /,
    because: "it needs a file and a token",
    check: tested("services/standalone/src/sent-files.int.spec.ts"),
  },
  { matches: /^docker compose /, because: "there is no engine here", check: checkCompose },
  {
    matches: /^docker (build|buildx build|push|run|exec|ps|stop)\b/,
    because: "there is no engine here; what the image is made of is run by npm run check:image",
    check: tested("services/standalone/src/production-tree.image.spec.ts"),
  },
  { matches: /^kubectl /, because: "there is no cluster here", check: checkKubectl },
  { matches: /^sh deploy\/kubernetes\/run\.sh /, because: "there is no cluster here", check: checkRun },
  {
    matches: /^sh deploy\/kubernetes\/make-settings\.sh /,
    because: "run in a copy",
    check: tested("services/standalone/src/kubernetes.proof.spec.ts"),
  },
  {
    matches: /^sh deploy\/make-env\.sh/,
    because: "run in a copy",
    check: tested("services/standalone/src/deployment.unit.spec.ts"),
  },
  {
    matches: /npm test/,
    because: "it runs this",
    check: (command) => {
      const { tiers } = readTestArguments(words(command.replace(/^.*npm test( --)?/, "")));
      expect(tiers.length).toBe(command.endsWith("npm test") ? 4 : 1);
    },
  },
  {
    matches: /^npm run (bench:|train:|corpus|build|check|containers|faults|package|release|prove)\S*/,
    because: "it takes minutes; what is started is there",
    check: (command) => {
      const [, name = "", , workspace = "."] = /npm run (\S+)( -w (\S+))?/.exec(command) ?? [];
      expect(Object.keys(scripts(workspace))).toContain(name);
      const file = /--import tsx (\S+)/.exec(scripts(workspace)[name] ?? "")?.[1];
      if (file !== undefined) spec(join(workspace, file));
    },
  },
  {
    matches: /^npm run [\w:]+$/,
    because: "a name without arguments",
    check: (command) => expect(scripts(".")[command.slice(8)]).toBeDefined(),
  },
  {
    matches: /^npm run (backup|rebuild|restore|drill) -- (links|captures|--from <f\w+>|--to <folder>\/)$/,
    because: "run with other arguments",
    check: (command) => checkArguments(command.split(" ")[2] ?? "", words(command).slice(4)),
  },
  {
    matches: /^npm run mail:doctor -- (links\.example\.org|<domain>)/,
    because: "run for another domain, where no DNS answers",
    check: (command) => void readDoctorArguments(words(command.replace("<domain>", "example.org")).slice(4)),
  },
  { matches: /^npx satchel/, because: "the tests of cli/ run the same commands", check: checkSatchel },
  { matches: /^npm ci$/, because: "it was run before any test" },
  {
    matches: /node services\/[\w-]+\/dist\/main\.js$/,
    because: "run so by other tests",
    check: (command) => {
      spec("services/standalone/src/separate-processes.int.spec.ts");
      spec(/\S+main\.js$/.exec(command)?.[0] ?? "");
    },
  },
  { matches: /^(#!|cat > )/, because: "it writes below /etc", check: shell },
  {
    matches: /^(echo \||install -|runuser|chmod|chown|useradd|journalctl|nano|cd \/|\/etc\/|systemctl|certbot|dig) ?/,
    because: "of the system that it is set up on",
    check: shell,
  },
  { matches: /^(rclone|age|age-keygen|nats|openssl|ssh) /, because: "programs of others, which are not here" },
];
