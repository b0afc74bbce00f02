import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { Provider } from "react-redux";
import { beforeAll, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import kit from "../kit/texts.en.ts";
import { storeOver } from "../session/testStore.ts";
import { TagsDialog } from "./TagsDialog.tsx";
import selection from "./selection/texts.en.ts";
import links from "./texts.en.ts";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: { en: { kit, links, selection } } }));

/** The dialog over an archive with the tag "bread". */
async function open({ onlyKnown = false, before }: { onlyKnown?: boolean; before?: readonly string[] } = {}) {
  const store = storeOver(async () => Response.json({ tags: [{ name: "bread", count: 2 }] }));
  const onDone = vi.fn();
  const screen = await render(
    <Provider store={store}>
      <TagsDialog
        label="Tag 3 links"
        title="Tag 3 links"
        submit="Do it"
        onlyKnown={onlyKnown}
        {...(before === undefined ? {} : { before })}
        onDone={onDone}
        onClose={() => undefined}
      />
    </Provider>,
  );
  await expect.element(screen.getByRole("option", { name: "bread" })).toBeVisible();
  return {
    screen,
    onDone,
    field: screen.getByLabelText("Add tag"),
    submit: screen.getByRole("button", { name: "Do it" }),
  };
}

test("given a word in the field, when the button is pressed, then it is one of the tags", async () => {
  const { onDone, field, submit } = await open();
  await expect.element(submit).toBeDisabled();
  await field.fill("oven");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard(" #rye");
  await submit.click();
  expect(onDone).toHaveBeenCalledWith(["oven", "rye"]);
});

test("given an input method, then the Enter that ends a composition makes no tag, as Safari sends it too", async () => {
  const { screen, field } = await open();
  await field.fill("パン");
  const enter = { key: "Enter", bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent("keydown", { ...enter, isComposing: true }));
  field.element().dispatchEvent(new KeyboardEvent("keydown", { ...enter, keyCode: 229 }));
  await expect.element(field).toHaveValue("パン");
  field.element().dispatchEvent(new KeyboardEvent("keydown", { ...enter, keyCode: 13 }));
  await expect.element(screen.getByRole("button", { name: "Remove tag パン" })).toBeVisible();
});

test("given a word alone, then the button can be pressed as long as it is there", async () => {
  const { onDone, field, submit } = await open();
  await field.fill("BREAD");
  await expect.element(submit).toBeEnabled();
  await field.fill(" , ");
  await expect.element(submit).toBeDisabled();
  await field.fill("BREAD");
  await submit.click();
  expect(onDone).toHaveBeenCalledWith(["bread"]);
});

test("given tags to remove, then a word that is no tag can't be removed", async () => {
  const { field, submit } = await open({ onlyKnown: true });
  await field.fill("rye");
  await expect.element(submit).toBeDisabled();
  await field.fill("bread");
  await expect.element(submit).toBeEnabled();
});

test("given the tags of a link, then they are there, and all of them can be removed", async () => {
  const { screen, onDone, submit } = await open({ before: ["rye"] });
  await expect.element(submit).toBeEnabled();
  await screen.getByRole("button", { name: "Remove tag rye" }).click();
  await submit.click();
  expect(onDone).toHaveBeenCalledWith([]);
});

test("given the tags of a link, then they are above the field, and not beside its suggestions", async () => {
  const { screen, field } = await open({ before: ["rye"] });
  const chip = screen.getByText("rye", { exact: true }).element().getBoundingClientRect();
  expect(chip.bottom).toBeLessThanOrEqual(field.element().getBoundingClientRect().top);
});
