import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { MoreButton } from "./MoreButton.tsx";

type Fetching = "nothing" | "all pages" | "the next page";

/** A list whose button was pressed while `fetching` was under way. */
async function pressedWhile(fetching: Fetching) {
  const onMore = vi.fn();
  const button = (now: Fetching) => (
    <MoreButton
      of={{ isFetching: now !== "nothing", isFetchingNextPage: now === "the next page", fetchNextPage: onMore }}
    >
      Load more
    </MoreButton>
  );
  const screen = await render(button(fetching));
  (screen.getByRole("button").element() as HTMLElement).click();
  return { onMore, becomes: (now: Fetching) => screen.rerender(button(now)) };
}

test("given nothing is fetched, when it is pressed, then the next page is asked for once", async () => {
  const { onMore, becomes } = await pressedWhile("nothing");
  await expect.poll(() => onMore).toHaveBeenCalledTimes(1);
  await becomes("the next page");
  await becomes("nothing");
  expect(onMore).toHaveBeenCalledTimes(1);
});

test("given the list is refetched, when it is pressed, then the next page is asked for once the list has come", async () => {
  const { onMore, becomes } = await pressedWhile("all pages");
  expect(onMore).not.toHaveBeenCalled();
  await becomes("nothing");
  await expect.poll(() => onMore).toHaveBeenCalledTimes(1);
  await becomes("the next page");
  await becomes("nothing");
  expect(onMore).toHaveBeenCalledTimes(1);
});

test("given the next page is fetched, when it is pressed again, then no further page is asked for", async () => {
  const { onMore, becomes } = await pressedWhile("the next page");
  await becomes("nothing");
  expect(onMore).not.toHaveBeenCalled();
});
