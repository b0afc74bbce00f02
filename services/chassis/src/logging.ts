import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { currentCorrelation } from "./correlation.ts";

export type Logger = PinoLogger;

/** Names of fields that never reach a log, at any depth the code logs at. */
const REDACTED = ["password", "code", "token", "accessToken", "refreshToken", "cookie", "authorization"];

/**
 * The structured log of one service: JSON lines on standard output, each with the current correlation. `destination` is
 * for tests.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
    mixin: () => ({ ...currentCorrelation() }),
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
