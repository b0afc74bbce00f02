import type { configureStore } from "@reduxjs/toolkit";
import type { LinkDetail } from "@satchel/contracts";
import { Provider } from "react-redux";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { toasts } from "../../kit/toasts.slice.ts";
import { aLink } from "../../links/aLink.ts";
import { draftOf, dropDraft } from "../../session/drafts.ts";
import { storeOver } from "../../session/testStore.ts";
import { Notes } from "./EditableText.tsx";

const PATIENCE = { timeout: 60_000 };

// Of these notes alone: files of tests share the storage of their tab.
const DRAFT = `notes.${aLink("link0").id}`;
const isKept = (): boolean => draftOf(DRAFT) !== undefined;

afterEach(() => dropDraft(DRAFT));

/** The notes of a link whose server answers each change with a status. */
async function shown(notes: string | null, status: number) {
  const sent: unknown[] = [];
  const store = storeOver(
    async (_path, init) => {
      const change = JSON.parse(init?.body as string) as { notes: string };
      sent.push(change.notes);
      return Response.json({ ...aLink("link0"), ...change, detail: "no" }, { status });
    },
    { toasts: toasts.reducer },
  );
  const showing = (now: string | null) => (
    <Provider store={store as unknown as ReturnType<typeof configureStore>}>
      <Notes link={{ ...aLink("link0"), notes: now } as LinkDetail} />
    </Provider>
  );
  const screen = await render(showing(notes));
  const field = screen.getByRole("textbox");
  return { sent, field, close: () => screen.unmount(), hears: (now: string) => screen.rerender(showing(now)) };
}

test("given notes that could not be saved, when others were saved elsewhere before they are shown again, then both are kept", async () => {
  const first = await shown("Bread", 500);
  await first.field.fill("Bread and salt");
  await expect.poll(() => first.sent, PATIENCE).toEqual(["Bread and salt"]);
  await expect.poll(isKept, PATIENCE).toBe(true);
  await first.close();

  const again = await shown("Bread, from the phone", 200);
  await expect.poll(() => again.sent, PATIENCE).toEqual(["Bread, from the phone\n\nBread and salt"]);
  await expect.poll(isKept, PATIENCE).toBe(false);
});

test("given notes that could not be saved, when nothing else was saved since, then they are saved as they are", async () => {
  const first = await shown(null, 500);
  await first.field.fill("Salt");
  await expect.poll(isKept, PATIENCE).toBe(true);
  await first.close();

  const again = await shown(null, 200);
  await expect.poll(() => again.sent, PATIENCE).toEqual(["Salt"]);
});

test("given notes that are shown, when others are saved elsewhere, then these are shown, and typing adds to them", async () => {
  const { sent, field, hears } = await shown(null, 200);
  await hears("Bread, from the phone");
  await expect.element(field, PATIENCE).toHaveValue("Bread, from the phone");
  await field.fill("Bread, from the phone, and salt");
  await expect.poll(() => sent, PATIENCE).toEqual(["Bread, from the phone, and salt"]);
});

test("given notes that are being typed, when others are saved elsewhere, then both are kept", async () => {
  const { sent, field, hears } = await shown("Bread", 200);
  await field.fill("Bread and salt");
  await hears("Bread, from the phone");
  await expect.poll(() => sent.at(-1), PATIENCE).toBe("Bread, from the phone\n\nBread and salt");
});

test("given notes that were saved, when they come back trimmed while more is typed, then the field stays as it is", async () => {
  const { sent, field, hears } = await shown(null, 200);
  await field.fill("Bread and ");
  await expect.poll(() => sent, PATIENCE).toEqual(["Bread and "]);
  await hears("Bread and");
  await field.fill("Bread and salt");
  await expect.poll(() => sent.at(-1), PATIENCE).toBe("Bread and salt");
});

test("given notes that could not be saved, when the page shows the former ones again, then the field keeps what was typed", async () => {
  const { sent, field, hears } = await shown("Bread", 500);
  await field.fill("Bread and salt");
  await expect.poll(() => sent, PATIENCE).toEqual(["Bread and salt"]);
  await hears("Bread and salt");
  await expect.poll(isKept, PATIENCE).toBe(true);
  await hears("Bread");
  await expect.element(field).toHaveValue("Bread and salt");
});
