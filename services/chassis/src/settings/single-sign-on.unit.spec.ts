import Type from "typebox";
import { describe, expect, test } from "vitest";
import { ConfigurationError, readConfig } from "../configuration.ts";
import { possibleSignIn, singleSignOnSettings } from "./single-sign-on.ts";

const schema = Type.Object({ ...singleSignOnSettings });
const read = (env: Record<string, string>) => readConfig(schema, env, [possibleSignIn]);
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

const home = {
  OIDC_PROVIDERS: "home",
  OIDC_HOME_ISSUER: "https://auth.example.org/application/o/satchel/",
  OIDC_HOME_CLIENT_ID: "satchel",
  OIDC_HOME_CLIENT_SECRET: "keep me",
};

describe("the settings of identity providers", () => {
  test("given none, then there are none; given some, then each has its own", () => {
    expect(read({})).toEqual({ OIDC_PROVIDERS: [], SIGN_IN: "any" });
    const { OIDC_HOME_ISSUER: ISSUER, OIDC_HOME_CLIENT_SECRET: CLIENT_SECRET } = home;
    const one = { name: "home", ISSUER, CLIENT_ID: "satchel", CLIENT_SECRET };
    expect(read({ ...home, SIGN_IN: "sso" }).OIDC_PROVIDERS).toEqual([one]);
    const work = {
      OIDC_WORK2_ISSUER: "http://127.0.0.1:9000",
      OIDC_WORK2_CLIENT_ID: "b",
      OIDC_WORK2_CLIENT_SECRET: "c",
      OIDC_WORK2_LABEL: "Work",
    };
    expect(read({ ...home, ...work, OIDC_PROVIDERS: "home, work2" }).OIDC_PROVIDERS).toEqual([
      one,
      { name: "work2", ISSUER: "http://127.0.0.1:9000", CLIENT_ID: "b", CLIENT_SECRET: "c", LABEL: "Work" },
    ]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["a missing secret", { OIDC_HOME_CLIENT_SECRET: "" }, /^OIDC_HOME_CLIENT_SECRET is missing/],
    ["http elsewhere", { OIDC_HOME_ISSUER: "http://auth.example.org" }, /^OIDC_HOME_ISSUER must .*with https/],
    ["a password in the address", { OIDC_HOME_ISSUER: "https://a:hidden@b.example" }, /^OIDC_HOME_ISSUER must /],
    ["a query in the address", { OIDC_HOME_ISSUER: "https://b.example?hidden" }, /^OIDC_HOME_ISSUER must /],
    ["a long label", { OIDC_HOME_LABEL: "x".repeat(41) }, /^OIDC_HOME_LABEL must /],
    ["a name that no setting can have", { OIDC_PROVIDERS: "home, at-work" }, /^OIDC_PROVIDERS must .*at-work/],
    ["the same name twice", { OIDC_PROVIDERS: "home, home" }, /^OIDC_PROVIDERS must /],
    ["settings of a name that is not listed", { OIDC_WORK_ISSUER: "x" }, /^OIDC_WORK_ISSUER has no effect/],
  ])("given %s, then that is the fault, and no secret is in it", (_, env, fault) => {
    const faults = faultsOf({ ...home, ...env });
    expect(faults).toEqual([expect.stringMatching(fault)]);
    expect(faults.join()).not.toMatch(/keep me|hidden/);
  });

  test("given single sign-on alone and no provider, then nobody could sign in", () => {
    expect(faultsOf({ SIGN_IN: "sso" })).toEqual([expect.stringMatching(/^OIDC_PROVIDERS is missing/)]);
  });
});
