import { expect, test } from "vitest";
import { readMailIngestConfig } from "../config.ts";
import { instanceFiles } from "./instance.ts";

const files = (env: Record<string, string>) =>
  instanceFiles(
    readMailIngestConfig({ NATS_URL: "nats://127.0.0.1:4222", ADDRESS_KEY: "x".repeat(32), ...env }),
    "file:///plugin/index.js",
  );

test("no log level makes Haraka log mails or their senders", () => {
  for (const level of ["trace", "debug", "info", "warn", "error", "fatal", "silent"]) {
    expect(files({ LOG_LEVEL: level })["config/log.ini"]).toMatch(/^level=(?:warn|error|crit)$/m);
  }
});

test("the key for Haraka's internal commands is different at each start", () => {
  const key = () => files({})["config/internalcmd_key"];
  expect(key()).toMatch(/^[0-9a-f]{64}\n$/);
  expect(key()).not.toBe(key());
});

test("only the configured addresses are balancers", () => {
  const connection = files({ SMTP_PROXIES: "192.0.2.1, 2001:db8::1, 198.51.100.0/24" })["config/connection.ini"];
  expect(connection).toContain(
    "[haproxy]\nenabled=true\nhosts[]=192.0.2.1/32\nhosts[]=2001:db8::1/128\nhosts[]=198.51.100.0/24\n",
  );
  expect(files({})["config/connection.ini"]).toContain("[haproxy]\nenabled=false\n");
});
