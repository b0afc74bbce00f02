import { useRef } from "react";
import { Provider } from "react-redux";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { storeOver } from "../session/testStore.ts";
import { aLink } from "./aLink.ts";
import { linkDialog } from "./list.slice.ts";
import { useRowMenu } from "./useRowMenu.ts";
import "./link.css";
import "./link-meta.css";

const links = [aLink("bread"), aLink("maps")];

function List({ isPicking }: { isPicking: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  useRowMenu(frame, links);
  return (
    <div ref={frame} className={isPicking ? "links is-picking" : "links"}>
      {links.map(({ id, title }) => (
        <article key={id} className="link" data-link={id} style={{ height: 80 }}>
          <h3 className="link__title">
            <a href={`#${id}`}>
              <bdi>{title}</bdi>
            </a>
          </h3>
          <p className="link__meta">
            <a className="domain" href="#site">
              site of {title}
            </a>
          </p>
        </article>
      ))}
    </div>
  );
}

/** The list; `opened` says of which link the menu was opened, and where. */
async function open(isPicking = false) {
  const store = storeOver(async () => new Response(), { linkDialog: linkDialog.reducer });
  const screen = await render(
    <Provider store={store}>
      <List isPicking={isPicking} />
    </Provider>,
  );
  const opened = () => {
    const { linkDialog: state } = store.getState() as unknown as { linkDialog: ReturnType<typeof linkDialog.reducer> };
    return state.open?.kind === "menu" ? { id: state.open.link.id, at: state.open.at } : undefined;
  };
  const [row] = [...screen.container.querySelectorAll("article")];
  if (row === undefined) throw new Error("There is no row");
  return { screen, row, opened };
}

const AT = { button: "right", position: { x: 200, y: 60 } } as const;

test("given a right click on a row, then its menu opens at the pointer", async () => {
  const { row, opened } = await open();
  const pointer = new Promise<MouseEvent>((resolve) => window.addEventListener("contextmenu", resolve, { once: true }));
  await userEvent.click(row, AT);
  const { clientX: x, clientY: y, defaultPrevented: isOurs } = await pointer;
  expect(opened()).toEqual({ id: "bread", at: { x, y } });
  expect(isOurs).toBe(true);
});

test.each(["bread", "site of bread"])("given one on %j, then the browser's own menu is left", async (words) => {
  const { screen, opened } = await open();
  const own = new Promise<boolean>((resolve) =>
    window.addEventListener("contextmenu", (event) => resolve(!event.defaultPrevented), { once: true }),
  );
  const { left, top } = screen.getByText(words, { exact: true }).element().getBoundingClientRect();
  const { left: x, top: y } = screen.container.getBoundingClientRect();
  await userEvent.click(screen.container, { button: "right", position: { x: left - x + 6, y: top - y + 6 } });
  expect(await own).toBe(true);
  expect(opened()).toBeUndefined();
});

test("given the keyboard's menu key, then the menu of the row in focus opens below its title", async () => {
  const { screen, opened } = await open();
  const title = screen.getByRole("link", { name: "maps", exact: true }).element() as HTMLElement;
  title.focus();
  await userEvent.keyboard("{ContextMenu}");
  const { left, bottom } = title.getBoundingClientRect();
  await expect.poll(opened).toEqual({ id: "maps", at: { x: left, y: bottom } });
});

test("given links that are being selected, then no menu of one opens", async () => {
  const { row, opened } = await open(true);
  await userEvent.click(row, AT);
  expect(opened()).toBeUndefined();
});
