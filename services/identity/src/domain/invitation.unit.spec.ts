import { INVITATION_SECONDS, type UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { isOpenInvitation, mayUse, newInvitation } from "./invitation.ts";

const NOW = 1_000_000;
const END = NOW + INVITATION_SECONDS * 1000;
const [ada, bob] = ["ada" as UserId, "bob" as UserId];
const invitation = newInvitation("ada@post.example", "en", NOW);

describe("an invitation", () => {
  test("can be used by whoever has its address, until its end", () => {
    for (const userId of [undefined, ada]) {
      expect(mayUse(invitation, userId, END - 1)).toBe(true);
      expect(mayUse(invitation, userId, END)).toBe(false);
      expect(mayUse(undefined, userId, NOW)).toBe(false);
    }
    expect([END - 1, END].map((now) => isOpenInvitation(invitation, now))).toEqual([true, false]);
  });

  test("that was used lets the same person continue, also after its end, and nobody else", () => {
    const used = { ...invitation, usedBy: ada };
    expect([NOW, END].map((now) => mayUse(used, ada, now))).toEqual([true, true]);
    for (const userId of [undefined, bob]) expect(mayUse(used, userId, NOW)).toBe(false);
    expect(isOpenInvitation(used, NOW)).toBe(false);
  });
});
