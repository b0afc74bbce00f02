import { afterEach, expect, test, vi } from "vitest";
import { beginSessionHint } from "../../session/flags.ts";
import { aStorage } from "../../session/testStorage.ts";
import { storeOver } from "../../session/testStore.ts";
import { aLink } from "../../links/aLink.ts";
import { toasts } from "../../kit/toasts.slice.ts";
import { undoable } from "../../session/undo.slice.ts";
import { addLinks } from "./add.api.ts";
import { addFiles } from "./files.api.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A page whose session ends, and another begins, while the first of several calls is on its way. */
function pageThatChangesHands() {
  vi.stubGlobal("localStorage", aStorage());
  beginSessionHint(true);
  let calls = 0;
  const store = storeOver(
    async () => {
      calls++;
      if (calls === 1) beginSessionHint(true);
      return Response.json(aLink(`link${calls}`), { status: 201 });
    },
    { toasts: toasts.reducer, undo: undoable.reducer },
  );
  return { run: (thunk: unknown) => store.dispatch(thunk as never) as unknown as Promise<unknown>, calls: () => calls };
}

test("given addresses that are being added, when another account signs in meanwhile, then it gets none of them", async () => {
  const { run, calls } = pageThatChangesHands();
  await run(addLinks(["https://a.example/", "https://b.example/", "https://c.example/"], null));
  expect(calls()).toBe(1);
});

test("given files that are being sent, when another account signs in meanwhile, then it gets none of them", async () => {
  const { run, calls } = pageThatChangesHands();
  vi.stubGlobal("window", new EventTarget());
  await run(
    addFiles(
      [1, 2, 3].map((n) => new File(["bread"], `${n}.txt`)),
      null,
    ),
  );
  expect(calls()).toBe(1);
});
