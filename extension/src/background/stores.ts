import { browser } from "@wxt-dev/browser";
import type { Access } from "../api/client.ts";
import type { PendingConnection } from "../core/connecting.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Place, Queue } from "../core/queue.ts";

/** The connected account. `refreshToken` is null after the server ended the connection. */
export interface Connection {
  readonly server: string;
  readonly email: string;
  readonly refreshToken: string | null;
}

/** A request to save all tabs of a window, pending until the permission is granted. */
interface TabsRequest {
  readonly windowId: number;
  readonly place: Place | null;
}

/** A value in the extension's storage, which no web page can read. */
export interface Store<T> {
  readonly area: "local" | "session";
  readonly key: string;
  read(): Promise<T>;
  write(value: T): Promise<void>;
  /** Changes the value under a lock shared by all pages of the extension. @returns the new value */
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

// Persistent.
export const connectionStore = store<Connection | null>("local", "connection", null);
export const queueStore = store<Queue>("local", "queue", []);
/** Whether a click opens the panel before anything is saved. */
export const panelFirstStore = store("local", "panelFirst", false);
/** Whether a page that is saved from its tab is kept as it is seen there. */
export const keepSeenStore = store("local", "keepSeen", false);

// In memory until the browser is closed.
export const accessStore = store<Access | null>("session", "access", null);
export const pendingStore = store<PendingConnection | null>("session", "pending", null);
export const tabsRequestStore = store<TabsRequest | null>("session", "tabsRequest", null);
/** The outcomes of the last pages, by address. */
export const outcomesStore = store<Readonly<Record<string, Outcome>>>("session", "outcomes", {});

/**
 * Denies content scripts access to the storage, as a precaution: there are none. Chrome only; Firefox has no such setting.
 */
export async function closeStores(): Promise<void> {
  const { local } = browser.storage;
  if ("setAccessLevel" in local) await local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

/** Calls back when any page of the extension changed a value. */
export function onChanged({ area, key }: Pick<Store<unknown>, "area" | "key">, listener: () => void): void {
  browser.storage.onChanged.addListener((changes, changedArea) => {
    if (changedArea === area && key in changes) listener();
  });
}
