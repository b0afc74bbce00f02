import Type from "typebox";
import { describe, expect, test } from "vitest";
import { ConfigurationError, readConfig } from "./configuration.ts";
import { isHostAndPort } from "./settings/checks.ts";
import { busSettings, databaseSettings, operationsSettings } from "./settings/service.ts";
import { Flag, Key, List } from "./settings/setting.ts";

const schema = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  SIGNING_KEY: Key("what signs"),
  MAIL_AUTH: Flag({ default: true }),
  FETCH_ALLOW: List({ check: isHostAndPort, must: "be exact hosts, each with its port", example: "a.example:80" }),
});
const good = {
  NATS_URL: "nats://127.0.0.1:4222",
  DATABASE_URL: "postgres://127.0.0.1/satchel",
  SIGNING_KEY: "0123456789abcdef0123456789abcdef",
};
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

describe("a configuration", () => {
  test("given the required settings, then the others have their defaults, and the configuration is frozen", () => {
    const config = readConfig(schema, { ...good, UNRELATED: "x" });

    expect(config).toEqual({
      ...good,
      NATS_REPLICAS: 1,
      NATS_SYNC_UNCHECKED: false,
      LOG_LEVEL: "info",
      DATABASE_CONNECTIONS: 10,
      OPERATIONS_HOST: "127.0.0.1",
      SHUTDOWN_SECONDS: 15,
      MAIL_AUTH: true,
      FETCH_ALLOW: [],
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test.each([
    ["TRUE", true],
    ["yes", true],
    ["1", true],
    ["on", true],
    ["False", false],
    ["no", false],
    ["0", false],
    ["off", false],
  ])("given %s for a flag, then it is %s", (word, value) => {
    expect(readConfig(schema, { ...good, MAIL_AUTH: word }).MAIL_AUTH).toBe(value);
  });

  test("given numbers and lists, then they are converted", () => {
    const config = readConfig(schema, { ...good, OPERATIONS_PORT: "9000", FETCH_ALLOW: "a:1, b:2\n c:3," });

    expect(config).toMatchObject({ OPERATIONS_PORT: 9000, FETCH_ALLOW: ["a:1", "b:2", "c:3"] });
  });

  test("given empty variables, then they count as not set", () => {
    expect(readConfig(schema, { ...good, LOG_LEVEL: "", OPERATIONS_PORT: "" })).toMatchObject({ LOG_LEVEL: "info" });
  });
});

describe("a configuration with faults", () => {
  test("given many faults, then all are reported together, each with its name and the expected value", () => {
    const faults = faultsOf({
      DATABASE_URL: "",
      SIGNING_KEY: "short",
      LOG_LEVEL: "loud",
      DATABASE_CONNECTIONS: "many",
      OPERATIONS_PORT: "70000",
      SHUTDOWN_SECONDS: "1.5",
      MAIL_AUTH: "maybe",
    });

    expect(faults.map((fault) => fault.split(/[: ]/)[0]).toSorted()).toEqual([
      "DATABASE_CONNECTIONS",
      "DATABASE_URL",
      "LOG_LEVEL",
      "MAIL_AUTH",
      "NATS_URL",
      "OPERATIONS_PORT",
      "SHUTDOWN_SECONDS",
      "SIGNING_KEY",
    ]);
    expect(faults.join("\n")).toContain("SIGNING_KEY must have 32 characters or more");
    expect(faults).toContain('MAIL_AUTH must be true or false (it is "maybe"), for example MAIL_AUTH=true');
  });

  test("given a list with one wrong item, then that one is named", () => {
    expect(faultsOf({ ...good, FETCH_ALLOW: "a.example:80, *.example" })).toEqual([
      'FETCH_ALLOW must be exact hosts, each with its port (it is "*.example"), for example FETCH_ALLOW=a.example:80',
    ]);
  });

  test.each([
    ["postgres-typo://anna:hunter2@db.example:5432/satchel?password=hunter2", "***@db.example:5432/satchel?***"],
    ["mysql://anna:hunter@2@db.example/satchel", "mysql://***@db.example/satchel"],
    ["anna:hunter2@db.example", ""],
    ["//anna:hunter2@db.example", ""],
  ])("given an address with a password that can't be, %s, then the password is not repeated", (url, shown) => {
    const [fault = ""] = faultsOf({ ...good, DATABASE_URL: url });

    expect(fault).toContain("DATABASE_URL must be postgres://");
    expect(fault).toContain(shown);
    expect(fault).not.toMatch(/hunter|anna/);
  });

  test.each(["SIGNING_KEY", "DATABASE_PASSWORD", "ACCESS_TOKEN", "SMTP_URL", "COOKIE_SECRET"])(
    "given a fault in %s, then its value is not repeated",
    (name) => {
      const secret = Type.Object({ [name]: Type.String({ minLength: 32 }) });

      expect(() => readConfig(secret, { [name]: "hunter2" })).toThrow(name);
      expect(() => readConfig(secret, { [name]: "hunter2" })).not.toThrow("hunter2");
    },
  );
});
