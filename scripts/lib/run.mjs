import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./root.mjs";

/** Milliseconds until SIGKILL has reached every process of a group. */
const KILL_MS = 200;

/**
 * Runs a command in the checkout and waits. SIGINT and SIGTERM are passed on to it and all its children, which are a
 * process group of their own, and end this process once they have ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, label?: string }} options quiet: its output is shown only
 *   when it fails; label: stands before each line of its output, for commands that run at the same time
 * @returns {Promise<number>} its exit code
 */
export async function run(command, args, { env = {}, quiet = false, label } = {}) {
  const isPiped = quiet || label !== undefined;
  const stdio = isPiped ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio, detached: true });
  const output = [];
  for (const stream of isPiped ? [child.stdout, child.stderr] : []) {
    if (quiet) stream.on("data", (chunk) => output.push(chunk));
    else createInterface(stream).on("line", (line) => process.stdout.write(`${label} | ${line}\n`));
  }

  let interrupted;
  const passOn = (signal) => {
    interrupted = signal;
    signalGroup(child.pid, signal);
  };
  process.on("SIGINT", passOn).on("SIGTERM", passOn);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal]));
  });
  process.off("SIGINT", passOn).off("SIGTERM", passOn);
  if (interrupted !== undefined) {
    signalGroup(child.pid, "SIGKILL");
    await delay(KILL_MS);
    process.exit(128 + constants.signals[interrupted]);
  }
  if (code !== 0) process.stderr.write(Buffer.concat(output));
  return code;
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // All have ended.
  }
}

/**
 * Runs a command that has to succeed, and ends this process with its exit code when it does not.
 * @param {string} what the step, as the person who waits knows it
 */
export async function demand(what, command, args, options) {
  let code = 127;
  try {
    code = await run(command, args, options);
  } catch (error) {
    console.error(error.message);
  }
  if (code === 0) return;
  console.error(`${what} failed (${[command, ...args].join(" ")})`);
  process.exit(code);
}
