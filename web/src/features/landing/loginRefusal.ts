import { texts } from "@satchel/contracts";
import type { Problem } from "../../kit/transport/call.ts";

/** What a refused sign-in by password leads to: the code screen, the password field, or a text to show. */
export type LoginRefusal =
  | { readonly outcome: "verification_required" | "password_required" }
  | { readonly outcome: "failed"; readonly text: string };

/** Reads a refusal: what a 401 asks for is in its detail (specification, section 4). */
export function loginRefusal({ status, detail }: Problem): LoginRefusal {
  if (status !== 401) return { outcome: "failed", text: texts.login.failed };
  if (detail.toLowerCase().includes("verification")) return { outcome: "verification_required" };
  if (detail.includes(texts.login.passwordRequired)) return { outcome: "password_required" };
  return { outcome: "failed", text: texts.login.invalid };
}
