import Type from "typebox";
import { defineOperation } from "./define.ts";

export const exportLinks = defineOperation({
  id: "exportLinks",
  method: "GET",
  path: "/api/exports/:format",
  summary: "Download all links and folders: html (Netscape, for every browser), csv, or json (nothing is lost)",
  access: "verified",
  params: Type.Object({ format: Type.Union([Type.Literal("html"), Type.Literal("csv"), Type.Literal("json")]) }),
  responses: { 200: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })) },
  produces: "application/octet-stream",
});
