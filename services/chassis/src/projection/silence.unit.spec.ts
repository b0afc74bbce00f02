import { beforeEach, describe, expect, test } from "vitest";
import { Silence } from "./silence.ts";

let now: number;
let silence: Silence;

beforeEach(() => {
  now = 0;
  silence = new Silence(() => now);
  silence.begin(10);
});

/** Looks once a second, as runners do. */
function lookFor(seconds: number, last: number): boolean {
  let found = false;
  for (let n = 0; n < seconds; n++) {
    now += 1000;
    found = silence.isCutOff(last) || found;
  }
  return found;
}

describe("given a journal that is heard up to 10", () => {
  test("when it stays there, then any silence is well", () => {
    expect(lookFor(3600, 10)).toBe(false);
  });

  test("when it goes on and nothing comes for some seconds, then the hearing is cut off", () => {
    expect(lookFor(60, 10)).toBe(false);
    expect(lookFor(2, 11)).toBe(false);
    expect(lookFor(2, 11)).toBe(true);
    expect(silence.wasCutOff).toBe(true);
  });

  test("when messages come slowly, however far behind, then it is not", () => {
    for (let sequence = 11; sequence < 100; sequence++) {
      silence.hear(sequence);
      expect(lookFor(2, 1000)).toBe(false);
    }
  });

  test("when a batch takes long to be written, then it is not", async () => {
    silence.hear(11);
    await silence.whileBusy(async () => expect(lookFor(60, 20)).toBe(false));
    expect(lookFor(2, 20)).toBe(false);
    expect(lookFor(2, 20)).toBe(true);
  });

  test("when the last messages were erased before they came, then it begins anew once, and again when more comes", () => {
    expect(lookFor(60, 12)).toBe(true);
    silence.begin(10);
    expect(lookFor(3600, 12)).toBe(false);
    expect(lookFor(60, 13)).toBe(true);
  });
});
