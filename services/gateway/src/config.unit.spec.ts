import { expect, test } from "vitest";
import { ConfigurationError, readConfig } from "@satchel/chassis";
import { GatewayConfig, siteOf } from "./config.ts";

const required = { NATS_URL: "nats://127.0.0.1", DATABASE_URL: "postgres://127.0.0.1/x", TOKEN_KEY: "k".repeat(32) };
const site = (env: Record<string, string> = {}) =>
  siteOf({ ...readConfig(GatewayConfig, { ...required, ...env }), SMTP_PORT: 2526 });

test("by default, the site is this machine's own and its outbox is shown where there is one", () => {
  expect(site({ PORT: "4000", OUTBOX_DIR: "outbox" })).toEqual({
    origin: "http://localhost:4000",
    secure: false,
    saveAddress: "save@localhost",
    supportAddress: "support@localhost",
    reportAddress: "support@localhost",
    legalUrl: undefined,
    operator: undefined,
    signOn: { providers: [], only: false, byProxy: false },
    extension: {},
    outboxDir: "outbox",
    smtpPort: 2526,
  });
});

test("a public https address is the origin, whatever slash it ends with", () => {
  expect(site({ PUBLIC_URL: "https://Satchel.example:443/", SAVE_ADDRESS: "keep@satchel.example" })).toMatchObject({
    origin: "https://satchel.example",
    secure: true,
    supportAddress: "support@satchel.example",
  });
});

test("shared pages are reported to support, or where the operator says, and name their legal notice", () => {
  expect(site({ SUPPORT_ADDRESS: "help@satchel.example" })).toMatchObject({ reportAddress: "help@satchel.example" });
  const told = { REPORT_ADDRESS: "abuse@satchel.example", LEGAL_URL: "https://satchel.example/imprint" };
  expect(site(told)).toMatchObject({ reportAddress: told.REPORT_ADDRESS, legalUrl: told.LEGAL_URL });
  expect(() => site({ LEGAL_URL: "javascript:alert(1)" })).toThrow(ConfigurationError);
  expect(() => site({ REPORT_ADDRESS: "nobody" })).toThrow(ConfigurationError);
});

test("the operator and the stores are shown where they are set", () => {
  const told = { OPERATOR_NAME: "Anna", OPERATOR_ADDRESS: "A Street", FIREFOX_STORE_URL: "https://addons.example/s" };
  expect(site(told)).toMatchObject({
    operator: { name: "Anna", address: "A Street" },
    extension: { firefox: "https://addons.example/s" },
  });
});

test.each([
  { HOST: "0.0.0.0" },
  { HOST: "::" },
  { HOST: "192.0.2.1" },
  { SMTP_URL: "smtp://mail.example" },
  { PUBLIC_URL: "https://satchel.example" },
  { PUBLIC_URL: "https://localhost.satchel.example" },
])("with %j nobody is shown the outbox", (env) =>
  expect(site({ OUTBOX_DIR: "outbox", ...env })).toMatchObject({
    outboxDir: undefined,
    smtpPort: undefined,
  }),
);

test.each([
  { PUBLIC_URL: "satchel.example" },
  { PUBLIC_URL: "https://satchel.example/path" },
  { PUBLIC_URL: "ftp://satchel.example" },
  { PUBLIC_URL: "https://user@satchel.example" },
  { TOKEN_KEY: "short" },
  { SAVE_ADDRESS: "nobody" },
  { CHROME_STORE_URL: "javascript:alert(1)" },
  { PORT: "70000" },
])("%j is refused at start", (env) => expect(() => site(env)).toThrow(ConfigurationError));
