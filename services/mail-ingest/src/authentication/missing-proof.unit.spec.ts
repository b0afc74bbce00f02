import { describe, expect, test } from "vitest";
import { splitHeader } from "../domain/message/header.ts";
import { missingProof } from "./missing-proof.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const HOUR_MS = 3600 * 1000;
const options = { saveAddress: "save@satchel.example", now: NOW };
const fields = (...lines: string[]) => {
  const header = splitHeader(Buffer.from(lines.join("\r\n")));
  if (typeof header === "string") throw new Error(header);
  return header;
};
const at = (hours: number): string => `Date: ${new Date(NOW.getTime() + hours * HOUR_MS).toUTCString()}`;
const TO = "To: save@satchel.example";
const DATE = "Date: Fri, 20 Nov 2026 11:00:00 +0100";
const ID = "Message-ID: <1@example.org>";
const SUBJECT = "Subject: A page";
const GOOD = [TO, DATE, ID, SUBJECT];
/** What is missing from a mail with one signature that covers these fields, among others. */
const missing = (covered: string[], others: string[] = []) =>
  missingProof({ covered: [fields(...covered)] }, fields(...others, ...covered), options);

describe("a mail that anybody may have sent again", () => {
  test.each([
    ["whose signature covers all that is asked for", GOOD],
    ["to the save address in brackets", ["To: Satchel <SAVE@Satchel.example>", DATE, ID]],
    ["to a folder, among others", ["To: Berta <b@b.example>, save+Reading@satchel.example", DATE, ID]],
    ["with the save address in Cc", ["To: b@b.example", "Cc: x@y.example,\r\n <save@satchel.example>", DATE, ID]],
    ["with the save address in a group", ["To: Me: save@satchel.example;", DATE, ID]],
    ["with a name that is an address", ["To: save@satchel.example <save@satchel.example>", DATE, ID]],
    ["without a subject", [TO, DATE, ID]],
    ["with an empty subject", [TO, DATE, ID, "Subject:"]],
    ["of 71 hours ago", [TO, at(-71), ID]],
    ["of a clock that is 71 hours ahead", [TO, at(71), ID]],
  ])("%s counts", (_name, covered) => expect(missing(covered)).toBeUndefined());

  test.each([
    ["addressee", "to nobody", [DATE, ID]],
    ["addressee", "to somebody else", ["To: eve@evil.example", DATE, ID]],
    ["addressee", "to somebody who is called so", ['To: "save@satchel.example" <eve@evil.example>', DATE, ID]],
    ["addressee", "to somebody who is called so plainly", ["To: save@satchel.example <eve@evil.example>", DATE, ID]],
    ["addressee", "to somebody in a comment", ["To: eve@evil.example (save@satchel.example)", DATE, ID]],
    ["addressee", "with the save address in another field", ["Reply-To: save@satchel.example", DATE, ID]],
    ["date", "of 73 hours ago", [TO, at(-73), ID]],
    ["date", "of a time that is 73 hours ahead", [TO, at(73), ID]],
    ["date", "without a date", [TO, ID]],
    ["date", "with a date that is none", [TO, "Date: yesterday", ID]],
    ["message-id", "without a Message-ID", [TO, DATE]],
    ["message-id", "with an empty Message-ID", [TO, DATE, "Message-ID:"]],
    ["message-id", "with a Message-ID that is not ASCII", [TO, DATE, `${ID}\ufffd`]],
  ])("lacks the %s %s", (lack, _name, covered) => expect(missing(covered)).toBe(lack));

  test.each([
    ["addressee", TO],
    ["date", DATE],
    ["message-id", ID],
    ["subject", SUBJECT],
  ])("lacks the %s where the signature does not cover it", (lack, line) => {
    expect(
      missing(
        GOOD.filter((other) => other !== line),
        [line],
      ),
    ).toBe(lack);
  });

  test("counts when one of its signatures covers all fields, and not when two cover a part each", () => {
    const header = fields(...GOOD);
    const [part, rest] = [fields(TO, DATE), fields(ID, SUBJECT)];
    expect(missingProof({ covered: [part, header] }, header, options)).toBeUndefined();
    expect(missingProof({ covered: [part, rest] }, header, options)).toBe("message-id");
    expect(missingProof({ covered: [] }, header, options)).toBe("addressee");
  });
});
