import { randomUUID } from "node:crypto";
import { type AnyEvent, type LinkId, WEBHOOK_RETRY_SECONDS, WEBHOOK_TEXT_CHARS } from "@satchel/contracts";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signedHeaders } from "../fetching/webhook-signature.ts";
import { bodyOf, payloadOf } from "./webhook-payload.ts";
import { restMs, retryMs } from "./webhook-schedule.ts";

const linkId = randomUUID() as string as LinkId;
const LINK = { url: null, title: null };

test("given any text as title, notes and address, then the payload is JSON of at most 40 kB whose texts are cut between characters, and notes are there only where wanted", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 5000 }), fc.boolean(), (text, withNotes) => {
      const data = { url: "http://a.example/", origin: { kind: "page" as const }, title: text, notes: `${text}!` };
      const payload = payloadOf({ type: "LinkSaved", data } as AnyEvent, linkId, LINK);
      const body = bodyOf(payload as never, new Date(0), withNotes);
      const parsed = JSON.parse(body) as { data: { title: string | null; notes?: string } };
      expect(Buffer.byteLength(body)).toBeLessThan(40_000);
      expect(parsed.data.title?.length ?? 0).toBeLessThanOrEqual(WEBHOOK_TEXT_CHARS);
      expect("notes" in parsed.data).toBe(withNotes);
    }),
  );
});

test("given any body, then the published library verifies its signature, and not that of another body or id", () => {
  const secret = `whsec_${Buffer.from("k".repeat(32)).toString("base64")}`;
  fc.assert(
    fc.property(fc.json(), (body) => {
      const headers = signedHeaders("msg_1", body, secret, Date.now());
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
      expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "msg_2" })).toThrow();
    }),
  );
});

test("given failed attempts, then the waits are those of Standard Webhooks, a little longer at random, or what the receiver asks for, and end", () => {
  expect(retryMs(1, 0)).toBe(5000);
  expect(retryMs(1, 1)).toBe(5500);
  expect(retryMs(2, 0, 3_600_000)).toBe(3_600_000);
  expect(retryMs(WEBHOOK_RETRY_SECONDS.length, 0)).toBe(86_400_000);
  expect(retryMs(WEBHOOK_RETRY_SECONDS.length + 1, 0)).toBeUndefined();
  expect([1, 2, 20].map(restMs)).toEqual([5000, 10_000, 60_000]);
});
