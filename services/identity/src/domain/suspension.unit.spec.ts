import type { SuspensionEvent } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { resumeAccount, suspendAccount } from "./suspension.ts";

const suspended: SuspensionEvent = { type: "AccountSuspended", data: {} };
const resumed: SuspensionEvent = { type: "AccountResumed", data: {} };

describe("given an account that is there", () => {
  test.each([undefined, resumed])("when it is suspended after %j, then it is suspended", (last) => {
    expect(suspendAccount("registered", last)).toMatchObject({ kind: "event", event: suspended });
    expect(resumeAccount("registered", last)).toMatchObject({ kind: "nothing" });
  });

  test("when a suspended one is resumed, then it is resumed; suspended again, then nothing happens", () => {
    expect(resumeAccount("registered", suspended)).toMatchObject({ kind: "event", event: resumed });
    expect(suspendAccount("registered", suspended)).toMatchObject({ kind: "nothing" });
  });
});

test.each([undefined, "erased"] as const)("an account that is %s can be neither suspended nor resumed", (account) => {
  for (const last of [undefined, suspended, resumed]) {
    for (const decide of [suspendAccount, resumeAccount]) {
      expect(decide(account, last)).toMatchObject({ kind: "rejected", error: { code: "not-found" } });
    }
  }
});
