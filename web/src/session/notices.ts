/** The part of the browser's service workers that is used. */
type Workers = Pick<ServiceWorkerContainer, "getRegistration">;

/**
 * Closes the notifications of a session that has ended, and ends the browser's subscription, so that none comes any more that
 * its push service still holds.
 * @param workers undefined where the browser has none
 */
export async function dropNotices(workers = globalThis.navigator?.serviceWorker as Workers | undefined): Promise<void> {
  const worker = await workers?.getRegistration();
  for (const notice of (await worker?.getNotifications()) ?? []) notice.close();
  await (await (worker?.pushManager as PushManager | undefined)?.getSubscription())?.unsubscribe();
}
