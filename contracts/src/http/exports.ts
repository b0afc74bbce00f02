import Type from "typebox";
import { defineOperation } from "./define.ts";
import * as later from "./later-routes.ts";

export const exportLinks = defineOperation({
  ...later.exportLinks,
  summary: "Download all links and folders: html (Netscape, for every browser), csv, or json (nothing is lost)",
  scope: "read",
  params: Type.Object({ format: Type.Enum(["html", "csv", "json"]) }),
  // Without a schema: html and csv need none (OpenAPI 3.1, section 4.8.14.1), docs/api/imports.md describes the JSON.
  responses: { 200: Type.Unsafe<Uint8Array>({}) },
});
