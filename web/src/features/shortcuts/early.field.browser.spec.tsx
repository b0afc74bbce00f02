import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { hearEarly, keepEarly } from "./early.ts";

test("given a key that asks for a field, and text for it, before anybody listened, then the field has the text", async () => {
  const screen = await render(<input aria-label="Search" />);
  const field = screen.getByRole("textbox");
  const end = keepEarly();
  await userEvent.keyboard("/bread");
  const focus = (event: KeyboardEvent): void => {
    if (event.key === "/") (field.element() as HTMLElement).focus();
  };
  window.addEventListener("keydown", focus);
  await hearEarly();
  window.removeEventListener("keydown", focus);
  end();
  await expect.element(field).toHaveValue("bread");
});
