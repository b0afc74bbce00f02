import { type CommandHandler, handler } from "@satchel/chassis";
import {
  ChangePush,
  DropPush,
  laterTexts,
  NOTICE_SECONDS,
  type PayloadOf,
  PreparePush,
  ReadPush,
  SatchelError,
} from "@satchel/contracts";
import { NOTIFIED_BROWSERS } from "../limits.ts";
import { pushKeys } from "../secrets/push-keys.ts";
import type { Parts } from "./parts.ts";

/** Notifications to the browsers of sessions (decision 94). Where they go is in the session, so they end with it. */
export function pushCommands({ sessions, addressKey, saveAddress, logger }: Parts): CommandHandler[] {
  const keys = pushKeys(addressKey);
  const vapidDetails = { ...keys, subject: `mailto:${saveAddress}` };

  /** A request to a push service; undefined for a subscription whose keys are none. */
  async function requestFor(
    { endpoint, p256dh, auth, locale }: Awaited<ReturnType<typeof sessions.listPush>>[number]["push"],
    { notice, tag, path }: PayloadOf<typeof PreparePush>,
  ) {
    const payload = JSON.stringify({ ...notice[locale], tag, path });
    const { default: webPush } = await import("web-push");
    try {
      const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        TTL: NOTICE_SECONDS,
        topic: tag,
      });
      const headers = Object.entries(request.headers as Record<string, unknown>);
      return {
        endpoint,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body: (request.body ?? Buffer.alloc(0)).toString("base64"),
      };
    } catch (err) {
      logger.warn({ err }, "a notification can't be encrypted for a browser");
      return undefined;
    }
  }

  return [
    handler(ReadPush, async ({ userId, sessionId }) => {
      const own = (await sessions.listPush(userId)).find((each) => each.sessionId === sessionId);
      return { result: { publicKey: keys.publicKey, endpoint: own?.push.endpoint ?? null } };
    }),
    handler(ChangePush, async ({ userId, sessionId, subscription, locale }) => {
      const push = subscription === null ? undefined : { ...subscription, locale };
      if (!(await sessions.changePush(userId, sessionId, () => push))) {
        throw new SatchelError("not-found", laterTexts.sessions.notFound);
      }
      return { result: {} };
    }),
    handler(PreparePush, async (asked) => {
      const wanting = (await sessions.listPush(asked.userId)).slice(0, NOTIFIED_BROWSERS);
      const requests = await Promise.all(
        wanting.map(async ({ sessionId, push }) => {
          const request = await requestFor(push, asked);
          return request === undefined ? [] : [{ sessionId, ...request }];
        }),
      );
      return { result: { requests: requests.flat() } };
    }),
    handler(DropPush, async ({ userId, sessionId, endpoint }) => {
      await sessions.changePush(userId, sessionId, (push) => (push?.endpoint === endpoint ? undefined : push));
      return { result: {} };
    }),
  ];
}
