import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import kit from "../../kit/texts.en.ts";
import { EditableText } from "./EditableText.tsx";
import detail from "./texts.en.ts";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: { en: { detail, kit } } }));

const refused = { error: { status: 500, detail: "" } };

/** The title of a link whose changes get this answer. */
const shown = (link: string, answer: Promise<{ error?: unknown }>) =>
  render(
    <EditableText
      name={`title.${link}`}
      kind="title"
      text="Tides"
      placeholder=""
      label="Title"
      hint=""
      editLabel="Edit the title"
      onSave={() => answer}
    />,
  );

async function typed(screen: Awaited<ReturnType<typeof shown>>, text: string): Promise<void> {
  await screen.getByRole("button", { name: "Edit the title" }).click();
  await screen.getByRole("textbox").fill(text);
}

test("given a title is refused, then what was typed is in the field again", async () => {
  const screen = await shown("refused", Promise.resolve(refused));
  await typed(screen, "Spring tides");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("textbox")).toHaveValue("Spring tides");
});

test.each([
  ["before it was saved", ""],
  ["while it was being saved", "{Enter}"],
])("given the page left %s, then what was typed is in the field when it is back", async (left, keys) => {
  const screen = await shown(left, new Promise(() => undefined));
  await typed(screen, "Spring tides");
  if (keys !== "") await userEvent.keyboard(keys);
  await screen.unmount();
  const again = await shown(left, Promise.resolve({}));
  await expect.element(again.getByRole("textbox")).toHaveValue("Spring tides");
});

test.each([
  ["it was saved", "{Enter}"],
  ["it was cancelled", "{Escape}"],
])("given %s, then the title is shown when the page is back", async (done, keys) => {
  const screen = await shown(done, Promise.resolve({}));
  await typed(screen, "Spring tides");
  await userEvent.keyboard(keys);
  await expect.element(screen.getByRole("heading")).toBeVisible();
  await screen.unmount();
  const again = await shown(done, Promise.resolve({}));
  await expect.element(again.getByRole("heading", { name: "Tides" })).toBeVisible();
});
