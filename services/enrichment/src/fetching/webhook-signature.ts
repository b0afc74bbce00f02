import { createHmac } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/**
 * The header fields of a delivery (Standard Webhooks, "Webhook headers"): HMAC-SHA256 over id, time and body.
 * @param secret `whsec_` and base64
 * @param now milliseconds since 1970: receivers refuse what is older than minutes, so each attempt is signed anew
 */
export function signedHeaders(id: string, body: string, secret: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
