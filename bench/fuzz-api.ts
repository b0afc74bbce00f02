/**
 * Proves that no call of the API ends in an error of the server, and that every answer conforms to `/api/openapi.json`.
 * Schemathesis (PyPI) generates valid and invalid calls from that document, alone and in sequences. `npm run prove:api`, with
 * `--seconds 600` behind `--` for more than the default of five minutes. The exit code is 0 when everything holds, else 1.
 * `SCHEMATHESIS` names the program.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { atEnd, cleanUp, tempDir } from "@satchel/testing";
import { ACCESS_TOKEN_SECONDS, type AuthStatus } from "@satchel/contracts";
import { signIn, startInstance } from "../services/standalone/test/instance.ts";

/**
 * Calls that are left out: three that end the account and the session of the others, and one whose answer has no end. The id
 * of its own session is among those that Schemathesis learns from answers.
 */
const LEFT_OUT = ["deleteUser", "logout", "deleteSession", "streamEvents"];

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];

/** Seconds of one run: the access token of its calls is valid a little longer. */
const ROUND_SECONDS = ACCESS_TOKEN_SECONDS - 60;

/** Seconds for one answer: no call waits for a page to be fetched. */
const ANSWER_SECONDS = 30;

/** How much is told of what an instance said that ended by itself. */
const LAST_LINES = 60;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "300" } } });

async function fuzz(url: string, token: string, seconds: number): Promise<boolean> {
  const args = ["run", `${url}/api/openapi.json`];
  const options = {
    header: `Authorization: Bearer ${token}`,
    checks: CHECKS.join(","),
    phases: "examples,coverage,fuzzing,stateful",
    "max-time": String(seconds),
    "request-timeout": String(ANSWER_SECONDS),
    warnings: "off",
  };
  for (const [name, value] of Object.entries(options)) args.push(`--${name}`, value);
  for (const id of LEFT_OUT) args.push("--exclude-operation-id", id);
  args.push("--continue-on-failure", "--no-color");
  // It writes files into its working directory.
  const cwd = await tempDir();
  const child = spawn(process.env["SCHEMATHESIS"] ?? "schemathesis", args, {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
  });
  atEnd(() => void child.kill());
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

async function prove(): Promise<boolean> {
  const instance = await startInstance();
  let isOver = false;
  void instance.process.exited.then((exit) => {
    if (isOver) return;
    const said = [...instance.process.stdout, ...instance.process.stderr].slice(-LAST_LINES);
    process.stderr.write(`Satchel ended in the middle, ${JSON.stringify(exit)}; its last lines:\n${said.join("\n")}\n`);
  });
  let holds = true;
  for (let left = Number(values.seconds); left > 0; left -= ROUND_SECONDS) {
    const client = await signIn(instance, "fuzz@post.example");
    holds = (await fuzz(instance.url, client.token, Math.min(left, ROUND_SECONDS))) && holds;
    const { authenticated } = await client.json<AuthStatus>("GET", "/api/users/me/status");
    // Otherwise nearly all calls were refused before they came to anything.
    if (!authenticated) throw new Error("a call ended the session of the others: it has to be left out");
  }
  const { status } = await fetch(`${instance.url}/api/health`);
  isOver = true;
  return holds && status === 200;
}

let holds = false;
try {
  holds = await prove();
} finally {
  await cleanUp();
}
process.stdout.write(holds ? "\nVerdict: no call ended in an error of ours.\n" : "\nVerdict: it does not hold.\n");
process.exit(holds ? 0 : 1);
