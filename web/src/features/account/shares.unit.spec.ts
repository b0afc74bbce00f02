import type { Share, ShareId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { changeIn, formOf, nameOfTitle, visitsOfWeek } from "./shares.ts";

const now = new Date("2026-11-25T12:00:00.000Z");
const share: Share = {
  id: "11111111-1111-4111-8111-111111111111" as ShareId,
  source: { kind: "folder", folder_id: 1 },
  title: "Reading",
  public_name: "ada",
  notes: true,
  expires_at: "2026-12-01T00:00:00.000Z",
  has_password: true,
  ended_by_operator: false,
  created_at: "2026-11-01T00:00:00.000Z",
  url: "https://satchel.example/s/ada",
  atom_url: null,
  json_url: null,
  visits: {
    total: 100,
    days: [
      { day: "2026-11-25", count: 2 },
      { day: "2026-11-19", count: 3 },
      { day: "2026-11-18", count: 50 },
    ],
  },
};

test.each([
  ["Über Käse & Brot!", "ueber-kaese-brot"],
  ["  Crème brûlée  ", "creme-brulee"],
  ["Straße 7", "strasse-7"],
  ["日本語", ""],
  ["x".repeat(80), "x".repeat(60)],
])("a title %j suggests the name %j", (title, name) => expect(nameOfTitle(title)).toBe(name));

test("given what is shared, when its form is sent as it is, then nothing changes", () => {
  expect(changeIn(formOf(share, "x"), now)).toEqual({ public_name: "ada", notes: true });
});

test("given nothing shared, then it is secret, without notes, end and password", () => {
  const form = formOf(undefined, "Reading");
  expect(changeIn(form, now)).toEqual({ public_name: null, notes: false, expires_at: null, password: null });
  expect(changeIn({ ...form, isPublic: true, ends: "7", hasPassword: true, password: "open sesame" }, now)).toEqual({
    public_name: "reading",
    notes: false,
    expires_at: "2026-12-02T12:00:00.000Z",
    password: "open sesame",
  });
});

test("the visits of a week are those of seven days", () => expect(visitsOfWeek(share, now)).toBe(5));
