import type { MailId, UserId } from "@satchel/contracts";
import { REPLY_SECONDS } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REPLY_TAG, repliedMail, replyTag } from "./reply-tokens.ts";

const KEY = "the installation's key";
const anna = "3f1f9c33-52a9-4d2b-8c1c-7e0f7d3a1c3e" as UserId;
const ben = "3f1f9c33-52a9-4d2b-8c1c-7e0f7d3a1c3f" as UserId;
const mail = "7d3a1c3e-52a9-5d2b-8c1c-7e0f3f1d9c33" as MailId;
const now = Date.parse("2026-11-26T10:00:00Z");
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

describe("the tag of a reply", () => {
  test("leads to its mail, for any mail", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (user, id) => {
        const tag = replyTag(KEY, user as UserId, id as MailId, now);
        expect(tag).toMatch(REPLY_TAG);
        expect(repliedMail(KEY, user as UserId, tag, now)).toBe(id);
      }),
    );
  });

  test("counts for no other account and under no other key", () => {
    const tag = replyTag(KEY, anna, mail, now);
    expect(repliedMail(KEY, ben, tag, now)).toBeUndefined();
    expect(repliedMail("another key", anna, tag, now)).toBeUndefined();
  });

  test("counts for as long as it should, and a day longer at most", () => {
    const tag = replyTag(KEY, anna, mail, now);
    expect(repliedMail(KEY, anna, tag, now + REPLY_SECONDS * 1000)).toBe(mail);
    expect(repliedMail(KEY, anna, tag, now + (REPLY_SECONDS + 86_400) * 1000)).toBeUndefined();
  });

  test("is void with any letter changed", () => {
    const tag = replyTag(KEY, anna, mail, now);
    // The last letter has 4 bits of the code, and one that means nothing.
    for (let at = 2; at < tag.length - 1; at++) {
      const other = LETTERS[(LETTERS.indexOf(tag[at] ?? "") + 1) % 32];
      expect(repliedMail(KEY, anna, tag.slice(0, at) + other + tag.slice(at + 1), now)).toBeUndefined();
    }
  });

  test("is nothing else than a tag", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...Array.from(LETTERS)), minLength: 45, maxLength: 45 }),
        ),
        (text) => {
          expect(repliedMail(KEY, anna, text, now)).toBeUndefined();
          expect(repliedMail(KEY, anna, `r.${text}`, now)).toBeUndefined();
        },
      ),
    );
  });

  test("fits before the @ of an address, behind a save address of 16 letters", () => {
    expect(`${"a".repeat(16)}+${replyTag(KEY, anna, mail, now)}`.length).toBeLessThanOrEqual(64);
  });
});
