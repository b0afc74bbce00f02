import i18next from "i18next";
import { useState } from "react";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import en from "./texts.en.ts";
import { CodeInput } from "./CodeForm.tsx";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: { en: { landing: en } } }));

function Held() {
  const [code, setCode] = useState("");
  return <CodeInput code={code} isWrong={false} describedBy="" autoFocus onChange={setCode} />;
}

test("only digits are taken, and six at most, one in each cell", async () => {
  const screen = await render(<Held />);
  const input = screen.getByRole("textbox");
  await expect.element(input).toHaveFocus();

  await userEvent.keyboard("a1 2-3b45678");

  await expect.element(input).toHaveValue("123456");
  const cells = [...document.querySelectorAll(".code__cells i")].map((cell) => cell.textContent);
  expect(cells).toEqual(["1", "2", "3", "4", "5", "6"]);
});

test.each([
  ["as it is written in the mail", "123 456"],
  ["with the words around it", "Your code is 123456."],
])("a code is pasted %s", async (_, text) => {
  const screen = await render(<Held />);
  const input = screen.getByRole("textbox");
  await input.fill(text);
  await expect.element(input).toHaveValue("123456");
});

test("given a code that was wrong, when a digit is typed, then the code begins with it", async () => {
  function Refused() {
    const [code, setCode] = useState("407219");
    return <CodeInput code={code} isWrong={code === "407219"} describedBy="" autoFocus={false} onChange={setCode} />;
  }
  const screen = await render(<Refused />);
  const input = screen.getByRole("textbox");
  await expect.element(input).toHaveFocus();

  await userEvent.keyboard("8");

  await expect.element(input).toHaveValue("8");
});
