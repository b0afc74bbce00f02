import type { Logger } from "@satchel/chassis";
import { compact } from "@satchel/contracts/compact";

type Level = "trace" | "debug" | "info" | "warn" | "error" | "fatal";

const LEVELS: Record<string, Level> = {
  trace: "trace",
  debug: "debug",
  info: "info",
  warn: "warn",
  error: "error",
  fatal: "fatal",
  // Haraka's levels. NOTICE has every command of every client.
  NOTICE: "debug",
  INFO: "trace",
  DEBUG: "trace",
  WARN: "warn",
  ERROR: "error",
  CRIT: "fatal",
  ALERT: "fatal",
  EMERG: "fatal",
};

/**
 * Writes one line of the child's output into our log, with its fields and its level.
 * @param otherwise the level of a line that is not JSON: from Haraka before its log is set up, or from Node when it crashes
 */
export function forwardLine(logger: Logger, line: string, otherwise: "debug" | "warn"): void {
  const fields = parse(line);
  if (fields === undefined) return logger[otherwise]({ from: "haraka" }, line);
  const { level, message, msg, code, time: _time, service: _service, ...rest } = fields;
  // Haraka's own lines have their text in `message`, and the SMTP answer in `msg`. A field called `code` would be redacted like a sign-in
  // code.
  const [text, answer] = message === undefined ? [msg, undefined] : [message, msg];
  const more = compact({ result: code, answer });
  logger[LEVELS[String(level)] ?? "info"]({ ...rest, ...more }, typeof text === "string" ? text : "haraka");
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
