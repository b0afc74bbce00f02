import { callerTexts } from "@satchel/contracts";
import { Refusal, sendRefusals } from "../http/refusal.ts";

// Errors in the words and the form that linkding's apps know: those of Django REST framework.

/** The faults of a field; of a list by the number of its item. */
type Faults = readonly string[] | Readonly<Record<number, readonly string[]>>;

/** Faults of fields, by their names. */
export const faulty = (faults: Readonly<Record<string, Faults>>): Refusal => new Refusal(400, faults);

export const noCredentials = (): Refusal =>
  new Refusal(401, { detail: "Authentication credentials were not provided." });
export const invalidToken = (): Refusal => new Refusal(401, { detail: "Invalid token." });
export const notFound = (what?: "Bookmark" | "BookmarkAsset" | "Tag" | "BookmarkBundle"): Refusal =>
  new Refusal(404, { detail: what === undefined ? "Not found." : `No ${what} matches the given query.` });
/** The same for what is below a bookmark. */
export const noBookmark = (): Refusal => new Refusal(404, { detail: "Bookmark does not exist" });
export const notPermitted = (): Refusal =>
  new Refusal(403, { detail: "You do not have permission to perform this action." });

/**
 * Statuses of errors that linkding does not have, as what its apps show to people: a full account is no fault of the server,
 * and a conflict is one of what was sent.
 */
const STATUSES: Readonly<Record<number, number>> = { 409: 400, 422: 400, 507: 403 };

/** The door's error handler. */
export const sendRefusal = sendRefusals("Token", ({ status, body }, request) => {
  if (status === 401) return invalidToken();
  if (status === 404) return notFound();
  if (status === 403 && body.detail === callerTexts.outOfScope) return notPermitted();
  if (status === 415) {
    const type = request.headers["content-type"] ?? "";
    return new Refusal(415, { detail: `Unsupported media type "${type}" in request.` });
  }
  return new Refusal(STATUSES[status] ?? status, { detail: body.detail });
});
