import { expect, test } from "vitest";
import { LANGUAGES } from "./language.ts";
import { numberIn } from "./numbers.ts";

test.each(LANGUAGES)("given any number, when it is written in %s, then as Intl writes it", (language) => {
  const numbers = [...Array.from({ length: 1002 }, (_, index) => index), -3, 0.5, 999.5, 1284, 1_000_000];
  const intl = new Intl.NumberFormat(language);
  expect(numbers.map((value) => numberIn(language, value))).toEqual(numbers.map((value) => intl.format(value)));
});
