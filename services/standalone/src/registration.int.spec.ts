import { texts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { Browser } from "../test/browser.ts";
import { sendMail, startInstance } from "../test/instance.ts";
import { codesTo, mailsTo } from "../test/mailbox.ts";

test("given a server for the first account only, then a stranger gets the same answers as its owner, but no code and no account, and their mail is refused", async () => {
  const instance = await startInstance({ REGISTRATION: "first" });
  const [owner, stranger] = ["owner@first.example", "stranger@first.example"];
  await new Browser(instance).signIn(owner);

  const told = async (email: string, path: string): Promise<unknown> => {
    const { status, body, headers } = await new Browser(instance).call("POST", path, { email });
    return { status, body, headers: [...headers.keys()].sort() };
  };
  const before = (await codesTo(instance, owner)).length;
  for (const path of ["/api/auth/register", "/api/auth/resend-code", "/api/auth/request-password-reset"]) {
    const answer = await told(owner, path);
    expect(answer).toMatchObject({ status: 200 });
    expect(await told(stranger, path)).toEqual(answer);
  }
  expect((await codesTo(instance, owner)).length).toBeGreaterThanOrEqual(before + 2);
  const mails = await mailsTo(instance, stranger);
  expect(mails).toHaveLength(2);
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("No Satchel account for this address"));
  const guess = { email: stranger, code: "000000" };
  expect(await new Browser(instance).call("POST", "/api/auth/verify-email", guess)).toMatchObject({
    status: 400,
    body: { detail: texts.verification.invalid },
  });
  await expect(
    sendMail(instance, { from: stranger, subject: "A link", text: "https://first.example/" }),
  ).rejects.toThrow(/55\d/);
});
