import type { configureStore } from "@reduxjs/toolkit";
import { useState } from "react";
import { Provider } from "react-redux";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "../../kit/Dialog.tsx";
import { errorShown, noteShown, toasts } from "../../kit/toasts.slice.ts";
import { storeOver } from "../../session/testStore.ts";
import { undoable } from "../../session/undo.slice.ts";
import { Toasts } from "./Toasts.tsx";

/** A page with toasts, a dialog, and another over that. */
function Page() {
  const [open, setOpen] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      {open > 0 && (
        <Dialog title="First" onClose={() => setOpen(0)}>
          <button type="button" onClick={() => setOpen(2)}>
            Ask
          </button>
        </Dialog>
      )}
      {open > 1 && (
        <Dialog title="Second" onClose={() => setOpen(0)}>
          <p>Really?</p>
        </Dialog>
      )}
      <Toasts />
    </>
  );
}

async function shown() {
  const store = storeOver(async () => Response.json({}), { toasts: toasts.reducer, undo: undoable.reducer });
  const screen = await render(
    <Provider store={store as unknown as ReturnType<typeof configureStore>}>
      <Page />
    </Provider>,
  );
  return { store, screen };
}

test("given a dialog over another, when something fails, then its toast is read out within it and can be pressed", async () => {
  const { store, screen } = await shown();
  await screen.getByRole("button", { name: "Open" }).click();
  await screen.getByRole("button", { name: "Ask" }).click();
  const dialog = screen.getByRole("dialog", { name: "Second" });
  // A region that is there before its content; what is outside of the dialog is inert.
  await expect.element(dialog.getByRole("alert")).toBeInTheDocument();
  store.dispatch(errorShown("It failed"));
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("It failed");
  await dialog.getByRole("alert").getByRole("button").click();
  await expect.element(screen.getByText("It failed")).not.toBeInTheDocument();
  // The dialog has not taken that click for one beside it.
  await expect.element(dialog).toBeVisible();
});

test("given a toast in dialogs, when they close at once, then it stays on the page and can be pressed", async () => {
  const { store, screen } = await shown();
  await screen.getByRole("button", { name: "Open" }).click();
  await screen.getByRole("button", { name: "Ask" }).click();
  store.dispatch(noteShown("It is done"));
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  const toast = screen.getByText("It is done");
  await expect.element(toast).toBeVisible();
  expect(toast.element().closest(".toasts")?.matches(":popover-open")).toBe(true);
  await screen.getByRole("status").getByRole("button").click();
  await expect.element(toast).not.toBeInTheDocument();
});
