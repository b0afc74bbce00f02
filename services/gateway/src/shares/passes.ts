import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type OpenedShare, SHARE_PASS_SECONDS } from "@satchel/contracts";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sharePath } from "./addresses.ts";

/**
 * The cookie of a visitor who knew a password, for that address alone. It says until when it counts, signed together with
 * the lock, so that another password ends it.
 */
interface SharePasses {
  set(reply: FastifyReply, name: string, pass: Pick<OpenedShare, "id" | "lock">): void;
  /** Whether a request may see it: it has no password, or the visitor has shown it. */
  admits(request: FastifyRequest, opened: Pick<OpenedShare, "id" | "lock">): boolean;
}

/** @param secure whether browsers use https */
export function sharePasses(tokenKey: string, secure: boolean): SharePasses {
  const key = Buffer.from(hkdfSync("sha256", tokenKey, "", "satchel share passes", 32));
  // `__Host-` requires the path "/" (RFC 6265bis section 4.1.3). A neighbouring host can set this one, which is signed.
  const cookie = secure ? "__Secure-satchel_share" : "satchel_share";
  const macOf = ({ id, lock }: Pick<OpenedShare, "id" | "lock">, until: string): string =>
    createHmac("sha256", key).update(`${id}/${lock}/${until}`).digest("base64url");
  return {
    set: (reply, name, pass) => {
      const until = String(Math.floor(Date.now() / 1000) + SHARE_PASS_SECONDS);
      const options = { httpOnly: true, sameSite: "lax", secure, path: sharePath(name) } as const;
      reply.setCookie(cookie, `${until}.${macOf(pass, until)}`, options);
    },
    admits: ({ cookies }, opened) => {
      if (opened.lock === null) return true;
      const [until = "", mac = ""] = (cookies[cookie] ?? "").split(".");
      const [given, right] = [Buffer.from(mac), Buffer.from(macOf(opened, until))];
      const isSigned = given.length === right.length && timingSafeEqual(given, right);
      return isSigned && Number(until) * 1000 > Date.now();
    },
  };
}
