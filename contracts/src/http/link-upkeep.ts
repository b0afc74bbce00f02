import Type, { type Static } from "typebox";
import { BulkId } from "../ids.ts";
import { URL_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import { Link } from "./link.ts";
import { LinkParams } from "./links.ts";
import * as later from "./later-routes.ts";
import * as routes from "./routes.ts";

export const refreshLink = defineOperation({
  ...routes.refreshLink,
  summary: "Refetch the page of a link; its enrichment is pending until then",
  scope: "change",
  params: LinkParams,
  responses: { 202: Link, 404: ErrorBody },
});

/** The link at its new address. `POST /api/links/bulk/{id}/undo` with `bulk_id` undoes the move. */
export const MovedLink = Type.Object({ link: Link, bulk_id: BulkId });
export type MovedLink = Static<typeof MovedLink>;

export const moveLink = defineOperation({
  ...later.moveLink,
  summary: "Keep a link at the address that its page has moved to, health.new_url, instead of the old one",
  scope: "change",
  repeatable: true,
  params: LinkParams,
  body: Type.Object(
    { new_url: Type.String({ minLength: 1, maxLength: URL_CHARS, description: "health.new_url, as it was shown" }) },
    { additionalProperties: false },
  ),
  responses: { 200: MovedLink, 404: ErrorBody, 409: ErrorBody },
});
