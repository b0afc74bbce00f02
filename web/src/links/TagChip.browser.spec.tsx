import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "../styles/small-parts.css";
import { TagChip, TagLink } from "./TagChip.tsx";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: {} }));

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

test("the number of a chip's links is written as numbers are in the reader's language", async () => {
  const screen = await render(<TagChip name="city" count={2857} />);
  expect(screen.getByRole("link").element().textContent).toBe("city 2,857");
});
