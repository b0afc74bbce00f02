import { beforeAll, expect, test } from "vitest";
import { Trans, useTranslation } from "react-i18next";
import { render } from "vitest-browser-react";
import imports from "../features/imports/texts.en.ts";
import { startTexts } from "./startTexts.ts";
import { loadTexts, speak } from "../kit/i18n/loadTexts.ts";

beforeAll(() => startTexts("en", ["kit"]));

function Found({ q }: { q: string }) {
  const { t } = useTranslation("search");
  return <Trans t={t} i18nKey="found" count={2} values={{ shown: "2", q }} components={{ b: <b /> }} />;
}

test("given a feature whose texts are loaded, then it says them in each language, and what a person wrote as it is", async () => {
  await loadTexts(["search"]);
  const screen = await render(
    <p data-testid="said">
      <Found q="<i>rye</i> & <b>oats</b>" />
    </p>,
  );
  const said = screen.getByTestId("said");
  await expect.element(said).toHaveTextContent("2 links for “<i>rye</i> & <b>oats</b>”");
  expect(said.element().querySelectorAll("b")).toHaveLength(1);
  expect(said.element().querySelector("b")?.textContent).toBe("2");
  expect(said.element().querySelector("i")).toBeNull();

  await speak("de");
  await expect.element(said).toHaveTextContent("2 Links für „<i>rye</i> & <b>oats</b>“");
  await speak("en");
  await expect.element(said).toHaveTextContent("2 links for “<i>rye</i> & <b>oats</b>”");
});

test("given texts that are not loaded yet, then the field that says them stays, with what was typed and the focus", async () => {
  function Field({ hasMore }: { hasMore: boolean }) {
    return (
      <>
        <input aria-label="field" />
        {hasMore && <More />}
      </>
    );
  }
  function More() {
    const { t } = useTranslation("imports");
    return <p data-testid="more">{t("choose")}</p>;
  }
  const screen = await render(<Field hasMore={false} />);
  const field = screen.getByLabelText("field");
  await field.fill("rye");
  await screen.rerender(<Field hasMore />);
  expect(document.activeElement).toBe(field.element());
  expect(field.element().checkVisibility()).toBe(true);
  await expect.element(screen.getByTestId("more")).toHaveTextContent(imports.choose);
  await expect.element(field).toHaveValue("rye");
});
