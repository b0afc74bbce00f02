import Type from "typebox";
import { defineOperation } from "./define.ts";
import * as routes from "./routes.ts";

export const exportLinks = defineOperation({
  ...routes.exportLinks,
  summary: "Download all links and folders: html (Netscape, for every browser), csv, or json (nothing is lost)",
  access: "verified",
  params: Type.Object({ format: Type.Union([Type.Literal("html"), Type.Literal("csv"), Type.Literal("json")]) }),
  // Of any form: two are no JSON (OpenAPI 3.1, section 4.8.14.1: such content needs no schema), the third is one in docs/api.
  responses: { 200: Type.Unsafe<Uint8Array>({}) },
});
