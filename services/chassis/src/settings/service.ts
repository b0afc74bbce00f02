import Type from "typebox";
import type { SettingsRule } from "../configuration.ts";
import { areUrlsOf, isHost, isUrlOf } from "./checks.ts";
import { AnyPort, Flag, Text, Whole, withDefault } from "./setting.ts";

/** The least severe level that is logged. */
const LOG_LEVEL = Type.Enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
  default: "info",
  must: "be trace, debug, info, warn, error, fatal or silent",
  example: "info",
  description: "the least severe level that is logged",
});

const NATS_URL = Text({
  check: areUrlsOf("nats"),
  must: "be nats://user:password@host:port, several of one cluster with commas",
  example: "nats://satchel:password@127.0.0.1:4222",
  description: "where the bus is",
});

const DATABASE_URL = Text({
  check: isUrlOf("postgres", "postgresql"),
  must: "be postgres://user:password@host:port/database",
  example: "postgres://satchel:password@127.0.0.1:5432/satchel",
  description: "where the database is",
});

/** Settings that every service on the bus has. */
export const busSettings = {
  NATS_URL,
  NATS_MONITOR_URL: Type.Optional(
    Text({
      check: areUrlsOf("http", "https"),
      must: "be http://host:port, several with commas",
      example: "http://127.0.0.1:8222",
      description: "monitoring of the NATS server, to check that it syncs every write",
    }),
  ),
  NATS_REPLICAS: Whole({
    default: 1,
    minimum: 1,
    maximum: 5,
    example: "3",
    description: "copies that a NATS cluster keeps of everything: 1 on a single server, 3 on three",
  }),
  NATS_SYNC_UNCHECKED: Flag({ default: false, description: "true: start although sync_interval can't be checked" }),
  LOG_LEVEL,
};

/** With an operator's own bus, it has to be checked that it syncs every write. */
export const knownSyncing: SettingsRule = ({ NATS_URL, NATS_MONITOR_URL, NATS_SYNC_UNCHECKED }) =>
  NATS_URL === undefined || NATS_MONITOR_URL !== undefined || NATS_SYNC_UNCHECKED === true
    ? undefined
    : "NATS_MONITOR_URL is missing: with it Satchel checks that the bus at NATS_URL syncs every write, for example " +
      "NATS_MONITOR_URL=http://127.0.0.1:8222. NATS_SYNC_UNCHECKED=true leaves the check out";

export const databaseSettings = {
  DATABASE_URL,
  DATABASE_CONNECTIONS: Whole({
    default: 10,
    // A sweep holds one with its lock, and asks the tables by another.
    minimum: 2,
    maximum: 1000,
    description: "connections at most",
  }),
};

/** An address to listen on. */
export const ListenHost = (description: string) =>
  Text({
    default: "127.0.0.1",
    check: isHost,
    must: "be an address of this machine, or a name that has one",
    example: "127.0.0.1",
    description,
  });

/** Settings of the port for operators; without `OPERATIONS_PORT` it is not opened. */
export const operationsSettings = {
  OPERATIONS_HOST: ListenHost("address of the port for operators"),
  OPERATIONS_PORT: Type.Optional(
    AnyPort({ example: "9090", description: "port of /health/live, /health/ready and /metrics" }),
  ),
  SHUTDOWN_SECONDS: Whole({
    default: 15,
    minimum: 1,
    maximum: 600,
    must: "be a whole number of seconds from 1 to 600",
    example: "20",
    description: "seconds after which a stop is forced",
  }),
};

/** The log level of a program that a person starts at a terminal: it prints lines for that person as well. */
export const quietLogLevel = withDefault(LOG_LEVEL, "warn");
