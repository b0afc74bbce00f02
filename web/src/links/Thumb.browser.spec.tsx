import "../styles/tokens.css";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { aLink } from "./aLink.ts";
import { Thumb } from "./LinkImages.tsx";
import "./thumb.css";

/** The path of a picture of this size, all in one colour; what the page appends belongs to its fragment. */
const pictureOf = (width: number, height: number, colour: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="${colour}" d="M0 0h${width}v${height}H0z"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}#`;
};
const linkWith = (picture: string) => aLink("one", 0, { preview_image_url: picture });

const shown = async (picture: string) => {
  const { container } = await render(<Thumb link={linkWith(picture)} size="row" />);
  const [frame, image] = [container.querySelector("div"), container.querySelector("img")];
  if (frame === null || image === null) throw new Error("There is no picture");
  await expect.poll(() => image.complete && image.naturalWidth > 0).toBe(true);
  return { frame, image };
};

test("given a banner, then it is shown whole, on its own colour", async () => {
  const { frame } = await shown(pictureOf(900, 200, "rgb(200 60 20)"));
  await expect.poll(() => frame.className).toBe("link__thumb is-there is-banner");
  expect(frame.style.backgroundColor).toBe("rgb(200, 60, 20)");
});

test("given a picture of an ordinary shape, then it fills its frame", async () => {
  const { frame } = await shown(pictureOf(1200, 630, "rgb(200 60 20)"));
  await expect.poll(() => frame.className).toBe("link__thumb is-there");
});

test.each(["light", "dark"])(
  "given a drawing on nothing in %s, then what is black in it is on something light",
  async (scheme) => {
    const { container } = await render(
      <div style={{ colorScheme: scheme }}>
        <Thumb link={linkWith(pictureOf(1200, 630, "none"))} size="row" />
      </div>,
    );
    const lightness = (): number => {
      const colour = getComputedStyle(container.querySelector(".link__thumb") ?? container).backgroundColor;
      return Number(/^oklch\(([\d.]+)/.exec(colour)?.[1]);
    };
    await expect.poll(lightness).toBeGreaterThan(0.8);
  },
);

test("given a row, then the large picture is only for screens of three times the density", async () => {
  const { image } = await shown(
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E#",
  );
  expect(image.srcset).toMatch(/^data:\S* ?.* 2x, data:.*size=large 3x$/);
});

test("given a picture that can't be loaded, then its site's letter stands there", async () => {
  const { container } = await render(<Thumb link={linkWith("data:image/webp;base64,AAAA")} size="large" />);
  await expect.poll(() => container.textContent).toBe("P");
});
