import { EVENT_ID } from "@satchel/contracts";
import { afterEach, expect, test, vi } from "vitest";
import { keepDraft } from "./drafts.ts";
import { aStorage } from "./testStorage.ts";
import { storeOver } from "./testStore.ts";
import { beginSession, checkStatus, signOut } from "./session.api.ts";
import { selectStatus, session } from "./session.slice.ts";

afterEach(() => void vi.unstubAllGlobals());

test("given something typed that was not saved when a session had ended, when its owner signs out later, then it is gone", async () => {
  vi.stubGlobal("localStorage", aStorage());
  vi.stubGlobal("sessionStorage", aStorage());
  keepDraft("notes.link0", { text: "Call the doctor" });
  sessionStorage.setItem("satchel.other", "stays");
  const store = storeOver(async () => new Response(null, { status: 204 }), { session: session.reducer });
  await (store.dispatch(signOut() as never) as unknown as Promise<void>);
  expect(Object.keys(sessionStorage)).toEqual(["satchel.other"]);
});

test("given the session is being checked, when its owner signs out before the answer comes, then they stay signed out", async () => {
  vi.stubGlobal("localStorage", aStorage());
  vi.stubGlobal("sessionStorage", aStorage());
  let answerLate = (): void => undefined;
  const store = storeOver(
    (path) => {
      if (path.includes("logout")) return Promise.resolve(new Response(null, { status: 204 }));
      const answer = Response.json({ authenticated: true, is_verified: true }, { headers: { [EVENT_ID]: "e1" } });
      return new Promise((resolve) => (answerLate = () => resolve(answer)));
    },
    { session: session.reducer },
  );
  const run = (thunk: unknown) => store.dispatch(thunk as never) as unknown as Promise<void>;
  void run(beginSession(true));

  const checking = run(checkStatus());
  await run(signOut());
  answerLate();
  await checking;

  expect(selectStatus(store.getState() as never)).toBe("anonymous");
});

test("given a session that has ended in this tab, when the next one begins, then the page is loaded anew for it", async () => {
  vi.stubGlobal("localStorage", aStorage());
  vi.stubGlobal("sessionStorage", aStorage());
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  const store = storeOver(async () => new Response(null, { status: 204 }), { session: session.reducer });
  const run = (thunk: unknown) => store.dispatch(thunk as never) as unknown as Promise<void>;
  void run(beginSession(true));
  expect(reload).not.toHaveBeenCalled();
  await run(signOut());

  void run(beginSession(true));

  expect(reload).toHaveBeenCalledOnce();
  expect(selectStatus(store.getState() as never)).toBe("anonymous");
});
