import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { hearEarly, keepEarly } from "./early.ts";

test("given keys that nobody listened to yet, when somebody does, then they are said again, but for what was typed", async () => {
  const screen = await render(
    <>
      <button type="button">Here</button>
      <input aria-label="Name" />
    </>,
  );
  const button = screen.getByRole("button").element() as HTMLElement;
  const end = keepEarly();
  button.focus();
  await userEvent.keyboard("j");
  await userEvent.keyboard("{Shift>}?{/Shift}");
  await screen.getByRole("textbox").fill("k");
  await userEvent.keyboard("k");

  const heard: [string, EventTarget | null][] = [];
  const listen = (event: KeyboardEvent): void => void heard.push([event.key, event.target]);
  window.addEventListener("keydown", listen);
  await hearEarly();
  expect(heard.filter(([key]) => key !== "Shift")).toEqual([
    ["j", button],
    ["?", button],
  ]);

  button.focus();
  await userEvent.keyboard("f");
  await hearEarly();
  window.removeEventListener("keydown", listen);
  end();
  expect(heard.map(([key]) => key).filter((key) => key === "f")).toHaveLength(1);
});
