import { expect, test } from "vitest";
import { readMailIngestConfig, toEnvironment } from "./config.ts";

const NEEDED = { NATS_URL: "nats://127.0.0.1:4222", ADDRESS_KEY: "x".repeat(32) };
const read = (env: Record<string, string> = {}) => readMailIngestConfig({ ...NEEDED, ...env });

test("senders are checked when other machines can reach the server, unless that is turned off", () => {
  expect(read().MAIL_AUTH).toBe("off");
  for (const host of ["localhost", "::1", "127.1.2.3"]) expect(read({ SMTP_HOST: host }).MAIL_AUTH).toBe("off");
  for (const host of ["0.0.0.0", "::", "192.0.2.1", "127.evil.example"]) {
    expect(read({ SMTP_HOST: host }).MAIL_AUTH).toBe("enforce");
  }
  expect(read({ SMTP_HOST: "0.0.0.0", MAIL_AUTH: "off" }).MAIL_AUTH).toBe("off");
  expect(read({ MAIL_AUTH: "enforce" }).MAIL_AUTH).toBe("enforce");
  expect(read({ SMTP_PROXIES: "127.0.0.1" }).MAIL_AUTH).toBe("enforce");
});

test("an invalid save address or value of MAIL_AUTH is a fault", () => {
  expect(() => read({ SAVE_ADDRESS: "save" })).toThrow(/SAVE_ADDRESS/);
  expect(() => read({ MAIL_AUTH: "maybe" })).toThrow(/MAIL_AUTH/);
});

test("the child process reads the same configuration", () => {
  const config = read({ DNS_SERVERS: "192.0.2.1, [2001:db8::1]:53", MAIL_AUTH: "enforce", SMTP_PORT: "0" });
  expect(readMailIngestConfig(toEnvironment(config))).toEqual(config);
});

test("a certificate without a key, and invalid addresses of postmaster and balancers, are faults", () => {
  expect(() => read({ SMTP_TLS_CERT_FILE: "cert.pem" })).toThrow(/SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE/);
  expect(() => read({ SMTP_TLS_KEY_FILE: "key.pem" })).toThrow(/go together/);
  expect(() => read({ POSTMASTER_ADDRESS: "me" })).toThrow(/POSTMASTER_ADDRESS/);
  for (const proxies of ["localhost", "192.0.2.1/33", "192.0.2.1/", "2001:db8::/129", "192.0.2.1/8/8"]) {
    expect(() => read({ SMTP_PROXIES: proxies })).toThrow(/SMTP_PROXIES/);
  }
  expect(read({ SMTP_PROXIES: "192.0.2.0/24, 2001:db8::1" }).SMTP_PROXIES).toEqual(["192.0.2.0/24", "2001:db8::1"]);
});

test("paths are relative to the working directory; Haraka gets the relay only when it may send mail", () => {
  expect(read({ SMTP_TLS_CERT_FILE: "c.pem", SMTP_TLS_KEY_FILE: "/k.pem" })).toMatchObject({
    SMTP_TLS_CERT_FILE: `${process.cwd()}/c.pem`,
    SMTP_TLS_KEY_FILE: "/k.pem",
  });
  const SMTP_URL = "smtp://user:secret@relay.example";
  expect(read({ SMTP_URL })).not.toHaveProperty("SMTP_URL");
  expect(read({ SMTP_URL, POSTMASTER_ADDRESS: "admin@example.org" })).toMatchObject({ SMTP_URL });
});
