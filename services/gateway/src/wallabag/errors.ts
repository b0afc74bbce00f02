import { Refusal, sendRefusals } from "../http/refusal.ts";

// Errors in the forms that wallabag's apps know: that of OAuth (RFC 6749 section 5.2), and that of its API.

export const oauthRefusal = (error: string, description: string): Refusal =>
  new Refusal(400, { error, error_description: description });
export const refused = (status: number, message: string): Refusal =>
  new Refusal(status, { error: { code: status, message } });
export const notFound = (): Refusal => refused(404, "Not Found");
export const noAccess = (): Refusal =>
  new Refusal(401, { error: "access_denied", error_description: "OAuth2 authentication required" });

/** A full account is no fault of the server, and what can't be read is one of the caller's. */
const STATUSES: Readonly<Record<number, number>> = { 422: 400, 507: 403 };

/** The door's error handler. */
export const sendRefusal = sendRefusals('Bearer realm="Service"', ({ status, body }) =>
  status === 401 ? noAccess() : refused(STATUSES[status] ?? status, body.detail),
);
