import { PROVIDER_ANSWER_BYTES } from "../limits.ts";

/**
 * Requests of an identity provider, which the operator named: no guard against private addresses, but redirects are not
 * followed, and an answer of more than {@link PROVIDER_ANSWER_BYTES} is cut off. The caller's signal limits the time.
 * @throws {TypeError} when there is no answer, or too much of one
 */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...options, redirect: "manual" });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > PROVIDER_ANSWER_BYTES) throw new TypeError("the answer of the identity provider is too large");
    parts.push(part);
  }
  const { status, statusText, headers } = answer;
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
}
