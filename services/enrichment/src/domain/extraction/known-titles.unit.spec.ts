import { describe, expect, it } from "vitest";
import { extractText } from "../../../test/html.ts";
import { titleShapes } from "../../../test/titles/index.ts";

describe("the title of a page in the shape of", () => {
  it.each(titleShapes.map((shape) => [shape.name, shape] as const))(
    "%s is the one that a reader gives it",
    (_, shape) => {
      const { page, wall } = extractText(shape.html, shape.url);
      expect({ title: page.title, wall }).toEqual({ title: shape.title, wall: undefined });
    },
  );
});
