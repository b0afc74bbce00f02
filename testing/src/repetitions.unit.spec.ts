import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LONGER_IN_PROOF } from "./repetitions.ts";

const root = join(import.meta.dirname, "../..");

test("every spec that tries more in the proof is run by the proof", () => {
  const specs = ["bench", "cli/src", "services", "testing"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".int.spec.ts") && !file.includes("node_modules"))
      .map((file) => `${folder}/${file}`),
  );
  const longer = specs.filter((file) => readFileSync(join(root, file), "utf8").match(/\b(?:repetitions|inProof)\(/));
  expect(longer.toSorted()).toEqual(LONGER_IN_PROOF.toSorted());
});
