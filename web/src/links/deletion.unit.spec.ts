import { type Link, texts } from "@satchel/contracts";
import { expect, it } from "vitest";
import { storeOver } from "../session/testStore.ts";
import { selectToasts, toasts } from "../kit/toasts.slice.ts";
import { selectUndoables, undoable } from "../session/undo.slice.ts";
import { aLink } from "./aLink.ts";
import { deletion } from "./changes.api.ts";

async function afterDeleting(link: Link, statuses: number[]) {
  const answer = (status: number): Response =>
    status === 204 ? new Response(null, { status }) : Response.json({ detail: "It is said so" }, { status });
  const store = storeOver(async () => answer(statuses.shift() ?? 204), {
    toasts: toasts.reducer,
    undo: undoable.reducer,
  });
  while (statuses.length > 0) await store.dispatch(deletion.initiate(link, { track: false }) as never);
  return {
    errors: selectToasts(store.getState() as never).map(({ text }) => text),
    offers: selectUndoables(store.getState() as never).length,
  };
}

it("given a link that is deleted twice, as by two clicks, then nothing is wrong, and it is offered back once", async () => {
  expect(await afterDeleting(aLink("link0"), [204, 404])).toEqual({ errors: [], offers: 1 });
});

it("given a deletion that fails, then it is told and not offered back", async () => {
  expect(await afterDeleting(aLink("link0"), [500])).toEqual({ errors: [texts.unexpected], offers: 0 });
});
