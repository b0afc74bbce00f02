import { expect, test, vi } from "vitest";
import { dropNotices } from "./notices.ts";

const workersWith = (registration: object) => ({
  getRegistration: async () => registration as ServiceWorkerRegistration,
});

test("given notifications that are shown, when their session ends, then they are closed, and no more can come", async () => {
  const [close, unsubscribe] = [vi.fn(), vi.fn()];
  const getNotifications = async () => [{ close }, { close }];
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  await dropNotices(workersWith({ getNotifications, pushManager }));
  expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([2, 1]);
});

test("given a browser without service workers, push or notifications, then nothing fails", async () => {
  await dropNotices(undefined);
  await dropNotices({ getRegistration: async () => undefined });
  await dropNotices(workersWith({ getNotifications: async () => [] }));
});
