import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "../styles/small-parts.css";
import { TagLink } from "./TagChip.tsx";

test.each([
  ["rtl", "city", "left"],
  ["ltr", "city", "left"],
  ["rtl", "مدينة", "right"],
] as const)("in text that runs %s, the sign of #%s is on its %s", async (dir, name, side) => {
  const screen = await render(
    <p dir={dir}>
      <TagLink name={name} />
    </p>,
  );
  const link = screen.getByRole("link");
  await expect.element(link).toHaveTextContent(name);
  const words = document.createRange();
  words.selectNodeContents(link.element().querySelector("bdi")?.firstChild ?? link.element());
  const [whole, word] = [link.element(), words].map((each) => each.getBoundingClientRect());
  const sign = (word?.left ?? 0) - (whole?.left ?? 0) > 3 ? "left" : "right";
  expect(sign).toBe(side);
});
