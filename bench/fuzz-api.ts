/**
 * Proves that no call of the API ends in an error of the server, and that each answers as `/api/openapi.json` says, whatever
 * it is sent: Schemathesis (PyPI) makes the calls from that document, each alone and in sequences, right ones and wrong ones.
 * `npm run prove:api`, with `--seconds 600` behind `--` for more than the usual five minutes. It ends with 0 when all holds,
 * with 1 when not. `SCHEMATHESIS` names the program.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { atEnd, cleanUp, tempDir } from "@satchel/testing";
import { ACCESS_TOKEN_SECONDS } from "@satchel/contracts";
import { signIn, startInstance } from "../services/standalone/test/instance.ts";

/**
 * Calls that are left out: two that take away the account and the session that the others are made with, and one whose answer
 * has no end.
 */
const LEFT_OUT = ["deleteUser", "logout", "streamEvents"];

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];

/** Seconds for which the calls of one run are made: the access token that they carry lives a little longer. */
const ROUND_SECONDS = ACCESS_TOKEN_SECONDS - 60;

/** Seconds for one answer: pages that are asked for are not fetched while a caller waits. */
const ANSWER_SECONDS = 30;

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
  // It leaves files where it is run.
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
  let holds = true;
  for (let left = Number(values.seconds); left > 0; left -= ROUND_SECONDS) {
    const { token } = await signIn(instance, "fuzz@post.example");
    holds = (await fuzz(instance.url, token, Math.min(left, ROUND_SECONDS))) && holds;
  }
  const { status } = await fetch(`${instance.url}/api/health`);
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
