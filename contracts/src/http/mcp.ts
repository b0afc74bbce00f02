import Type from "typebox";
import { defineOperation, NoContent } from "./define.ts";

/**
 * A message of the Model Context Protocol. It is beside the calls of `/api`, whose form it does not have, and in no list of
 * them (decision 83). Any API token may send one; which tools it has follows from its scopes.
 */
export const sendMcpMessage = defineOperation({
  id: "sendMcpMessage",
  method: "POST",
  path: "/mcp",
  summary: "Send a message of the Model Context Protocol",
  access: "public",
  scope: "none",
  body: Type.Unknown(),
  responses: { 200: Type.Unknown(), 202: NoContent },
});
