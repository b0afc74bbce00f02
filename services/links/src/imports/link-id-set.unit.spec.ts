import { randomUUID } from "node:crypto";
import type { LinkId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { LinkIdSet } from "./link-id-set.ts";

test("each of very many links is new once", () => {
  const seen = new LinkIdSet();
  const ids = Array.from({ length: 50_000 }, () => randomUUID() as string as LinkId);

  expect(ids.filter((id) => seen.add(id))).toHaveLength(ids.length);
  expect(ids.filter((id) => seen.add(id))).toHaveLength(0);
});
