import { JetStreamApiCodes, JetStreamApiError, JetStreamError } from "@nats-io/jetstream";
import { errors } from "@nats-io/transport-node";

/** The new tables can't be built: an event can't be applied to them. Retrying does not help. */
export class RebuildStopped extends Error {
  constructor(reason: string) {
    super(`The new tables can't be built: ${reason}`);
    this.name = "RebuildStopped";
  }
}

// Classes of SQLSTATE (PostgreSQL manual, appendix A) that say nothing about the data: connection, transaction state,
// authorization, missing database or schema, rollback, resources, operator intervention, system error. Also a missing
// table or column, because tables are made again, by another version during an upgrade, and a missing right, because an
// operator can grant it.
const TRANSIENT_CLASSES = new Set(["08", "25", "28", "3D", "3F", "40", "53", "55", "57", "58"]);
const TRANSIENT_STATES = new Set(["42P01", "42703", "42501"]);

// Errors of Node's sockets and resolver for an unreachable server.
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

// pg reports a lost connection by its text alone.
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error)/;

const LOST_BUS = [
  errors.TimeoutError,
  errors.RequestError,
  errors.NoRespondersError,
  errors.ConnectionError,
  errors.ClosedConnectionError,
  errors.DrainingConnectionError,
];

/**
 * The client's error for a publish to a stream without a leader. The class is not exported (nats.js 3.4, `jserrors`).
 */
const LEADERLESS = "JetStreamNotEnabled";

/** Whether a publish failed because no server leads the stream at the moment. */
export const isLeaderless = (error: unknown): boolean => error instanceof Error && error.name === LEADERLESS;

/** Whether the server refused a compare-and-set write, because another write came before it. */
export const isWrongLastSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);

/** The code of a system's or a database's error; empty where it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

function sqlStateOf(error: unknown): string | undefined {
  const code = codeOf(error);
  return !NETWORK.has(code) && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const isTransientState = (state: string): boolean =>
  TRANSIENT_STATES.has(state) || TRANSIENT_CLASSES.has(state.slice(0, 2));

/** Whether a {@link isTransient} error is the bus'; else it is the database's. */
export const isBusFault = (error: unknown): boolean =>
  LOST_BUS.some((kind) => error instanceof kind) || isLeaderless(error) || error instanceof JetStreamError;

/** Whether Postgres refused the input itself and would refuse it again. */
export function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !isTransientState(state);
}

/** Whether work failed because database or bus is unavailable, so that a retry later can help. */
export function isTransient(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return isTransientState(state);
  if (!(error instanceof Error)) return false;
  return (
    NETWORK.has(codeOf(error)) ||
    LOST_CONNECTION.test(error.message) ||
    LOST_BUS.some((kind) => error instanceof kind) ||
    isLeaderless(error) ||
    (error instanceof JetStreamApiError ? error.status === 503 : error instanceof JetStreamError)
  );
}
