import { ConfigurationError, knownSyncing, makeDkimKey, readConfig } from "@satchel/chassis";
import Type, { type TObject, type TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { serviceSchemas } from "../test/service-schemas.ts";
import { readSettings, Settings } from "./settings.ts";

const schemas: Readonly<Record<string, TObject>> = { ...serviceSchemas, standalone: Settings };

type Setting = TSchema & {
  readonly must?: string;
  readonly example?: string;
  readonly check?: unknown;
  readonly prefix?: string;
  readonly each?: Readonly<Record<string, Setting>>;
};
const settingsOf = (schema: TObject): [string, Setting][] => Object.entries(schema.properties) as [string, Setting][];

/** The settings of each name in a list of names, by their examples. */
const ofNames = ({ example = "", prefix, each = {} }: Setting): [string, string][] =>
  Object.entries(each).flatMap(([key, one]) =>
    example
      .split(", ")
      .map((name): [string, string] => [`${prefix}_${name.toUpperCase()}_${key}`, valueOf(key, one.example ?? "")]),
  );

/** An example that says how to make a value is none itself. */
const valueOf = (name: string, example: string): string =>
  name === "DKIM_KEY" ? makeDkimKey().setting : example.startsWith("the output of") ? "x".repeat(64) : example;

describe.each(Object.entries(schemas))("given the settings of %s", (_, schema) => {
  test.each(settingsOf(schema))("then %s says what it must be, with an example that is taken", (name, setting) => {
    const { must, example } = setting;
    expect(must).toMatch(/^(be|have) /);
    const one = Type.Object({ [name]: setting });
    expect(() =>
      readConfig(one, { [name]: valueOf(name, example ?? ""), ...Object.fromEntries(ofNames(setting)) }),
    ).not.toThrow();
  });
});

test("a setting of several services has the same check in all of them", () => {
  const checks = new Map<string, unknown>();
  for (const schema of Object.values(schemas)) {
    for (const [name, { check, example }] of settingsOf(schema)) {
      const own = { check, example };
      expect([name, checks.get(name) ?? own]).toEqual([name, own]);
      checks.set(name, own);
    }
  }
});

test.each([
  ["PUBLIC_URL", "satchel.example", "https://satchel.example/app", "https://anna@satchel.example"],
  ["SAVE_ADDRESS", "save", "save@", "save@satchel@example", "a b@satchel.example"],
  ["DNS_SERVERS", "dns.example", "9.9.9.9, none", "9.9.9.9:53:53"],
  ["TRUST_PROXY", "proxy.example", "10.0.0.0/33", "true"],
  ["FETCH_ALLOW", "192.168.1.10", "*.example:80", "http://intranet.example:80", "intranet.example:70000"],
  ["WEBHOOK_ALLOW", "192.168.1.10", "*.example:80", "http://automation.example:80"],
  ["SMTP_URL", "mail.example:25", "http://mail.example", "smtp://"],
  ["DATABASE_URL", "localhost:5432", "mysql://localhost/satchel", "postgres"],
  ["NATS_URL", "localhost:4222", "http://localhost:4222", "nats://a:4222,b:4222"],
  ["NATS_MONITOR_URL", "localhost:8222", "nats://localhost:4222"],
  ["ICON_SERVICE_URL", "https://icons.example/", "icons.example/{host}"],
  ["CHROME_STORE_URL", "javascript:alert(1)", "http://store.example"],
  ["POSTMASTER_ADDRESS", "me"],
  ["SMTP_PROXIES", "localhost", "192.0.2.1/33", "192.0.2.1/"],
  ["HOST", "http://localhost", "::1/128", "a host"],
  ["MAIL_AUTH", "perhaps"],
  ["LINK_HEALTH", "weekly"],
  ["LOG_LEVEL", "loud"],
  ["DATABASE_BUFFERS_MB", "0", "many"],
  ["SECRET", "short"],
  ["DKIM_KEY", "x".repeat(400), "-----BEGIN PRIVATE KEY-----"],
  ["DKIM_SELECTOR", "a b", "-a", ".."],
])("%s is refused where it is %s", (name, ...values) => {
  for (const value of values) {
    expect(() => readSettings({ [name]: value })).toThrow(ConfigurationError);
    expect(() => readSettings({ [name]: value })).toThrow(`${name} must `);
  }
});

test("who may register by domain, and the domains, go together; a domain is no pattern and no address", () => {
  const read = (env: Record<string, string>) => () => readSettings(env);
  expect(read({ REGISTRATION: "domains", REGISTRATION_DOMAINS: "example.org, example.com" })()).toMatchObject({
    REGISTRATION_DOMAINS: ["example.org", "example.com"],
  });
  expect(read({})()).toMatchObject({ REGISTRATION: "open" });
  expect(read({ REGISTRATION: "domains" })).toThrow("REGISTRATION_DOMAINS is missing");
  expect(read({ REGISTRATION_DOMAINS: "example.org" })).toThrow("REGISTRATION_DOMAINS has no effect");
  expect(read({ REGISTRATION: "nobody" })).toThrow("REGISTRATION must be open, domains, invited, first or closed");
  for (const domain of ["*.example.org", "@example.org", "anna@example.org", ".", "192.0.2.1"]) {
    const env = { REGISTRATION: "domains", REGISTRATION_DOMAINS: domain };
    expect(read(env), domain).toThrow("REGISTRATION_DOMAINS must be domains");
  }
});

test("a command that works beside Satchel needs no monitoring of the bus", () => {
  expect(readSettings({ NATS_URL: "nats://127.0.0.1:4222" })).toMatchObject({ NATS_URL: "nats://127.0.0.1:4222" });
});

test("a bus of one's own whose syncing can't be checked, and half a certificate, are faults like the others", () => {
  const env = { NATS_URL: "nats://127.0.0.1:4222", SMTP_TLS_KEY_FILE: "/key.pem", PORT: "many" };
  const faults = (): unknown => readSettings(env, [knownSyncing]);
  for (const name of ["NATS_MONITOR_URL is missing", "SMTP_TLS_CERT_FILE", "PORT must"]) expect(faults).toThrow(name);
});
