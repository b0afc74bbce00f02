import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { aLink } from "./aLink.ts";
import { Favicon } from "./LinkImages.tsx";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

test("given an icon that is on its way, then its letter stands there, and goes as the icon comes", async () => {
  // An address of documentation (RFC 5737): nobody answers there.
  const { container, rerender } = await render(<Favicon link={aLink("a", 0, { favicon_url: "http://192.0.2.1/" })} />);
  expect(container.textContent).toBe("P");
  await rerender(<Favicon link={aLink("a", 0, { favicon_url: PIXEL })} />);
  await expect.poll(() => container.textContent).toBe("");
  await expect.poll(() => container.querySelector(".favicon--image")).not.toBeNull();
});

test("given an icon that can't be shown, then its letter stays", async () => {
  const { container } = await render(<Favicon link={aLink("a", 0, { favicon_url: "data:image/png;base64,AAAA" })} />);
  await expect.poll(() => container.querySelector("img")).toBeNull();
  expect(container.textContent).toBe("P");
});

test("given a dark theme, then an icon is on something light, because many are black on nothing", async () => {
  await import("../styles/tokens.css");
  await import("../styles/small-parts.css");
  document.documentElement.style.colorScheme = "dark";
  const { container } = await render(<Favicon link={aLink("a", 0, { favicon_url: PIXEL })} />);
  await expect.poll(() => container.querySelector(".favicon--image")).not.toBeNull();
  const icon = container.querySelector(".favicon--image") ?? container;
  const lightness = (): number => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(icon).backgroundColor)?.[1]);
  expect(lightness()).toBeGreaterThan(0.8);
  document.documentElement.style.colorScheme = "light";
  expect(getComputedStyle(icon).backgroundColor).toBe("rgba(0, 0, 0, 0)");
});
