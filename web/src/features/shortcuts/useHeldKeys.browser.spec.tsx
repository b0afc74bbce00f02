import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useHeldKeys } from "./useHeldKeys.ts";

function Page({
  isAsked,
  hasDialog = false,
  onEscape,
}: {
  isAsked: boolean;
  hasDialog?: boolean;
  onEscape: () => void;
}) {
  useHeldKeys(isAsked, onEscape);
  return (
    <dialog open={hasDialog}>
      <input aria-label="Find" />
    </dialog>
  );
}

test("given a dialog that was asked for, then keys wait for it and delete nothing", async () => {
  const heard: string[] = [];
  const listen = ({ key }: KeyboardEvent): void => void heard.push(key);
  window.addEventListener("keydown", listen);
  const onEscape = vi.fn();
  const screen = await render(<Page isAsked={false} onEscape={onEscape} />);
  await userEvent.keyboard("a");
  await screen.rerender(<Page isAsked onEscape={onEscape} />);
  await userEvent.keyboard("e#");
  await userEvent.keyboard("{Delete}");
  expect(heard).toEqual(["a"]);
  await userEvent.keyboard("{Escape}");
  expect(onEscape).toHaveBeenCalledOnce();

  await screen.rerender(<Page isAsked hasDialog onEscape={onEscape} />);
  await screen.getByRole("textbox").click();
  await userEvent.keyboard("kit");
  window.removeEventListener("keydown", listen);
  expect(heard).toEqual(["a", "k", "i", "t"]);
  await expect.element(screen.getByRole("textbox")).toHaveValue("kit");
});

function Asked({ isThere }: { isThere: boolean }) {
  const [typed, setTyped] = useState("");
  useHeldKeys(true, () => undefined);
  if (!isThere) return null;
  return (
    <dialog open>
      <input aria-label="Find" autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
      <output>{typed}</output>
    </dialog>
  );
}

test("given one types before the dialog is there, then its field has what was typed", async () => {
  const screen = await render(<Asked isThere={false} />);
  await userEvent.keyboard("kitx{Backspace}{Enter}");
  await screen.rerender(<Asked isThere />);
  await expect.element(screen.getByRole("status")).toHaveTextContent("kit");
  await userEvent.keyboard("chen");
  await expect.element(screen.getByRole("textbox")).toHaveValue("kitchen");
});

test("given a key comes before the frame in which the field gets the earlier ones, then it stands behind them", async () => {
  const frames = vi.spyOn(window, "requestAnimationFrame").mockImplementation(() => 0);
  const screen = await render(<Asked isThere={false} />);
  await userEvent.keyboard("kit");
  await screen.rerender(<Asked isThere />);
  await userEvent.keyboard("chen");
  frames.mockRestore();
  await expect.element(screen.getByRole("textbox")).toHaveValue("kitchen");
});
