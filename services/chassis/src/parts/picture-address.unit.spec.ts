import { expect, test } from "vitest";
import { pictureAddress } from "./picture-address.ts";

test.each([
  [{ src: "a.png" }, "a.png"],
  [{ src: "data:image/gif;base64,R0lG", "data-src": "a.png" }, "a.png"],
  [{ src: "spacer.gif", "data-lazy-src": "a.png" }, "a.png"],
  [{ src: "spacer.gif" }, "spacer.gif"],
  [{ src: "s.jpg", srcset: "m.jpg 800w, l.jpg 1400w, xl.jpg 3000w" }, "l.jpg"],
  [{ src: "s.jpg", srcset: "m.jpg 400w, l.jpg 900w" }, "l.jpg"],
  [{ srcset: "a.jpg 1x, b.jpg 2x, c.jpg 4x" }, "b.jpg"],
  [{ src: "data:,", "data-srcset": "a,b.jpg 1300w" }, "a,b.jpg"],
  [{ src: "data:image/png;base64,AA" }, undefined],
  [{}, undefined],
] as [Record<string, string>, string | undefined][])(
  "given the picture %j, then its one address is %s",
  (attributes, address) => {
    expect(pictureAddress((name) => attributes[name])).toBe(address);
  },
);
