import type { Article, LinkId } from "@satchel/contracts";
import i18next from "i18next";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createArchive } from "../session/archive.ts";
import { aCacheStorage } from "../session/testCaches.ts";
import { storeOver } from "../session/testStore.ts";
import { signedOut } from "../session/session.slice.ts";
import { aLink } from "./aLink.ts";
import { toggleOffline } from "./keepOffline.ts";
import { kept, keptRead } from "./kept.slice.ts";

beforeAll(() => i18next.init({ lng: "en", resources: {} }));
afterEach(() => void vi.unstubAllGlobals());

const link = aLink("0c5f2b7e-0000-4000-8000-000000000001" as LinkId);

test("given an article that is being kept offline, when another account signs in before it is loaded, then that one does not get it", async () => {
  let session = "kept.anna";
  const { caches, stores } = aCacheStorage();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal(
    "DOMParser",
    class {
      parseFromString = () => ({ querySelectorAll: () => [] });
    },
  );
  const archive = createArchive({ caches, session: () => session, rest: () => Promise.resolve() });
  let isAsked = false;
  let answerLate = (): void => undefined;
  const store = storeOver(
    (path) => {
      if (!path.endsWith("/article")) return Promise.resolve(Response.json({}));
      isAsked = true;
      const article: Partial<Article> = { html: "", pages: [] };
      return new Promise((resolve) => (answerLate = () => resolve(Response.json(article))));
    },
    { kept: kept.reducer, toasts: () => ({ shown: [] }) },
    archive,
  );
  store.dispatch(keptRead({}));

  const keeping = store.dispatch(toggleOffline(link) as never) as unknown as Promise<void>;
  await expect.poll(() => isAsked).toBe(true);
  store.dispatch(signedOut());
  session = "kept.berta";
  store.dispatch(keptRead({}));
  answerLate();
  await keeping;

  expect([...stores.values()].flatMap((entries) => [...entries.keys()])).toEqual([]);
  expect((store.getState() as never as { kept: unknown }).kept).toEqual({ articles: {} });
});
