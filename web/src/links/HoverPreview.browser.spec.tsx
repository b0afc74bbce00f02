import { useRef } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { aLink } from "./aLink.ts";
import { HoverPreview } from "./HoverPreview.tsx";

const links = [aLink("bread", 0, { description: "Three days of rye" }), aLink("bare", 0, { description: null })];

function List() {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame}>
      {links.map(({ id, title }) => (
        <article key={id} data-link={id}>
          {title}
        </article>
      ))}
      <HoverPreview frame={frame} links={links} />
    </div>
  );
}

test("given a pointer that rests on a row, then its description is shown until a key is pressed or the pointer leaves", async () => {
  const { container } = await render(<List />);
  const [bread, bare] = [...container.querySelectorAll("article")] as [HTMLElement, HTMLElement];
  const preview = () => container.querySelector(".hover-preview");

  await userEvent.hover(bread);
  await expect.poll(() => preview()?.textContent).toContain("Three days of rye");
  expect(preview()?.matches(":popover-open")).toBe(true);
  await userEvent.keyboard("j");
  await expect.poll(preview).toBeNull();

  await userEvent.hover(bare);
  await userEvent.hover(bread);
  await expect.poll(() => preview()?.textContent).toContain("Three days of rye");
  // That one has nothing to show.
  await userEvent.hover(bare);
  await expect.poll(preview).toBeNull();
});
