import Type, { type Static, type TObject } from "typebox";
import { Value } from "typebox/value";

/** Every fault of a configuration at once, one line each, so that an operator mends them in one go. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.name = "ConfigurationError";
    this.faults = faults;
  }
}

/** A boolean setting: `true`, `1`, `yes`, `on` and their opposites, in any case. */
export const Flag = (options: { default: boolean; description?: string }) => Type.Boolean(options);

/** A list setting: values separated by commas or white space. */
export const List = (options: { description?: string; default?: string[] } = {}) =>
  Type.Array(Type.String(), { default: [], ...options });

const YES = new Set(["true", "1", "yes", "on"]);
const NO = new Set(["false", "0", "no", "off"]);

function convert(schema: { type?: unknown }, raw: string): unknown {
  if (schema.type === "integer" || schema.type === "number") return raw.trim() === "" ? Number.NaN : Number(raw);
  if (schema.type === "array") return raw.split(/[\s,]+/).filter((item) => item !== "");
  if (schema.type === "boolean") {
    const word = raw.trim().toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : raw;
  }
  return raw;
}

const SECRET = /KEY|SECRET|PASSWORD|TOKEN|_URL$/;

/**
 * Reads a service's configuration from the environment by its schema: one property per variable, with its default and
 * description. An empty variable counts as not set. Parsed once, at start.
 * @throws {ConfigurationError} naming every fault; values of secrets are not repeated.
 */
export function readConfig<T extends TObject>(schema: T, env: Record<string, string | undefined>): Static<T> {
  const input: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const raw = env[name];
    if (raw !== undefined && raw !== "") input[name] = convert(property as { type?: unknown }, raw);
    else if ("default" in property) input[name] = property.default;
  }
  if (Value.Check(schema, input)) return Object.freeze(input) as Static<T>;
  const faults = new Set<string>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const required = (schema.required ?? []).includes(name);
    if (!(name in input)) {
      if (required) faults.add(`${name} is missing${explain(property)}`);
      continue;
    }
    if (Value.Check(property, input[name])) continue;
    const problems = [...new Set(Value.Errors(property, input[name]).map((error) => error.message))].join(", ");
    const shown = SECRET.test(name) ? "" : ` (it is ${JSON.stringify(env[name] ?? input[name])})`;
    faults.add(`${name}: ${problems}${shown}${explain(property)}`);
  }
  throw new ConfigurationError([...faults]);
}

const explain = (property: object): string =>
  "description" in property && typeof property.description === "string" ? `: ${property.description}` : "";

/** The least severe level that is logged. */
export const LogLevel = (fallback: "info" | "warn") =>
  Type.Union(
    [
      Type.Literal("trace"),
      Type.Literal("debug"),
      Type.Literal("info"),
      Type.Literal("warn"),
      Type.Literal("error"),
      Type.Literal("fatal"),
      Type.Literal("silent"),
    ],
    { default: fallback, description: "trace, debug, info, warn, error, fatal or silent" },
  );

/** Settings that every service on the bus has. */
export const busSettings = {
  NATS_URL: Type.String({ minLength: 1, description: "nats://user:password@host:port, several with commas" }),
  NATS_MONITOR_URL: Type.Optional(
    Type.String({
      description:
        "http://host:port of the NATS server's monitoring, several with commas, to check that each syncs every write",
    }),
  ),
  NATS_REPLICAS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 5,
    description: "copies that a NATS cluster keeps of everything: 1 on a single server, 3 on three",
  }),
  NATS_SYNC_UNCHECKED: Flag({ default: false, description: "true: start although sync_interval can't be checked" }),
  LOG_LEVEL: LogLevel("info"),
};

/** Settings of a service that has tables. */
export const databaseSettings = {
  DATABASE_URL: Type.String({ minLength: 1, description: "postgres://user:password@host:port/database" }),
  DATABASE_CONNECTIONS: Type.Integer({ default: 10, minimum: 1, maximum: 1000, description: "connections at most" }),
};

/** Settings of the port for operators; without `OPERATIONS_PORT` it is not opened. */
export const operationsSettings = {
  OPERATIONS_HOST: Type.String({ default: "127.0.0.1" }),
  OPERATIONS_PORT: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 65535, description: "port of /health/live, /health/ready and /metrics" }),
  ),
  SHUTDOWN_SECONDS: Type.Integer({ default: 15, minimum: 1, maximum: 600, description: "after this a stop is forced" }),
};
