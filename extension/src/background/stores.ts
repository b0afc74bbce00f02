import { browser } from "@wxt-dev/browser";
import type { Access } from "../api/client.ts";
import type { Pending } from "../core/connecting.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Place, Queue } from "../core/queue.ts";

/** The account that is connected. Without a refresh token the connection was ended, here or on the server. */
export interface Connection {
  readonly server: string;
  readonly email: string;
  readonly refreshToken: string | null;
}

/** All tabs of a window that are to be saved as soon as they may be seen. */
export interface TabsWanted {
  readonly windowId: number;
  readonly place: Place | null;
}

/** One value that the browser keeps for the extension, out of reach of every page. */
export interface Store<T> {
  readonly area: "local" | "session";
  readonly key: string;
  read(): Promise<T>;
  write(value: T): Promise<void>;
  /** Changes the value; nobody else does so meanwhile, not even another of the extension's pages. Gives what was written. */
  change(step: (value: T) => T): Promise<T>;
}

function store<T>(area: "local" | "session", key: string, initial: T): Store<T> {
  const read = async (): Promise<T> => ((await browser.storage[area].get(key))[key] as T | undefined) ?? initial;
  const write = (value: T): Promise<void> => browser.storage[area].set({ [key]: value });
  const change = (step: (value: T) => T): Promise<T> =>
    navigator.locks.request(`store.${key}`, async () => {
      const value = step(await read());
      await write(value);
      return value;
    });
  return { area, key, read, write, change };
}

// On the disk.
export const connectionStore = store<Connection | null>("local", "connection", null);
export const queueStore = store<Queue>("local", "queue", []);
/** Whether a click opens the panel before anything is saved. */
export const panelFirstStore = store("local", "panelFirst", false);

// In memory, until the browser is closed.
export const accessStore = store<Access | null>("session", "access", null);
export const pendingStore = store<Pending | null>("session", "pending", null);
export const tabsWantedStore = store<TabsWanted | null>("session", "tabsWanted", null);
/** What became of the last pages, by their addresses. */
export const outcomesStore = store<Readonly<Record<string, Outcome>>>("session", "outcomes", {});

/** Keeps what is stored from content scripts, of which there are none (Chrome; Firefox has no such setting). */
export async function closeStores(): Promise<void> {
  const { local } = browser.storage;
  if ("setAccessLevel" in local) await local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

/** Calls back whenever a value was changed, by whichever of the extension's pages. */
export function onChanged<T>({ area, key }: Store<T>, listener: () => void): void {
  browser.storage.onChanged.addListener((changes, changedArea) => {
    if (changedArea === area && key in changes) listener();
  });
}
