import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog, takesFocus } from "./Dialog.tsx";

function Opened() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Behind</button>
      {isOpen && (
        <Dialog title="A question" onClose={() => setOpen(false)}>
          <button type="button" ref={takesFocus} onClick={() => setOpen(false)}>
            Yes
          </button>
        </Dialog>
      )}
    </>
  );
}

async function open() {
  const screen = await render(<Opened />);
  await screen.getByRole("button", { name: "Open" }).click();
  await expect.element(screen.getByRole("dialog", { name: "A question" })).toBeVisible();
  return screen;
}

test("the focus is in the dialog, and Tab does not lead behind it", async () => {
  const screen = await open();
  const behind = screen.getByText("Behind").element();
  for (let steps = 0; steps < 4; steps++) {
    await userEvent.keyboard("{Tab}");
    expect(document.activeElement).not.toBe(behind);
  }
});

test.each([
  ["Escape closes it", () => userEvent.keyboard("{Escape}")],
  ["its own button closes it", () => userEvent.keyboard("{Enter}")],
])("%s, and the focus is back where it was", async (_, close) => {
  const screen = await open();
  await expect.element(screen.getByRole("button", { name: "Yes" })).toHaveFocus();
  await close();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("given a key that led elsewhere before the page learns that the dialog is closed, then the focus stays there", async () => {
  const screen = await open();
  const behind = screen.getByText("Behind").element() as HTMLElement;
  // The browser closes it at once, and says so later; on a busy page the next key comes first.
  (screen.getByRole("dialog").element() as HTMLDialogElement).close();
  behind.focus();
  await expect.element(screen.getByText("A question")).not.toBeInTheDocument();
  expect(document.activeElement).toBe(behind);
});

test("what opened it is gone, and the focus is on the page", async () => {
  function Selection() {
    const [step, setStep] = useState<"bar" | "asking" | "done">("bar");
    return (
      <main id="main" tabIndex={-1}>
        {step !== "done" && (
          <button type="button" onClick={() => setStep("asking")}>
            Open
          </button>
        )}
        {step === "asking" && (
          <Dialog title="A question" onClose={() => setStep("bar")}>
            <button type="button" onClick={() => setStep("done")}>
              Yes
            </button>
          </Dialog>
        )}
      </main>
    );
  }
  const screen = await render(<Selection />);
  await screen.getByRole("button", { name: "Open" }).click();
  await screen.getByRole("button", { name: "Yes" }).click();
  await expect.element(screen.getByRole("main")).toHaveFocus();
});

/** As an item of a menu opens a dialog. */
function Chained() {
  const [shown, show] = useState<"first" | "second">();
  return (
    <>
      <button type="button" onClick={() => show("first")}>
        Open
      </button>
      {shown === "first" && (
        <Dialog key="first" title="First" onClose={() => show(undefined)}>
          <button type="button" onClick={() => show("second")}>
            Go on
          </button>
        </Dialog>
      )}
      {shown === "second" && (
        <Dialog key="second" title="Second" onClose={() => show(undefined)}>
          <p>The second.</p>
        </Dialog>
      )}
    </>
  );
}

test("given a dialog that took the place of another, when it closes, then the focus is on what opened the first", async () => {
  const screen = await render(<Chained />);
  await screen.getByRole("button", { name: "Open" }).click();
  await screen.getByRole("button", { name: "Go on" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Second" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});
