import { Suspense } from "react";
import { beforeAll, expect, test } from "vitest";
import { Trans, useTranslation } from "react-i18next";
import { render } from "vitest-browser-react";
import { startTexts } from "./startTexts.ts";
import { speak } from "../kit/i18n/loadTexts.ts";

beforeAll(() => startTexts("en", ["kit"]));

function Found({ q }: { q: string }) {
  const { t } = useTranslation("search");
  return <Trans t={t} i18nKey="found" count={2} values={{ shown: "2", q }} components={{ b: <b /> }} />;
}

test("given a feature whose texts are not there yet, then it waits for them, and says them in each language, what a person wrote as it is", async () => {
  const screen = await render(
    <Suspense fallback="waits">
      <p data-testid="said">
        <Found q="<i>rye</i> & <b>oats</b>" />
      </p>
    </Suspense>,
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
