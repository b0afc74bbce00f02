import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The specs of `npm test` that the proof runs as well, because they call `repetitions` or `inProof`.
 * @param root the folder of the checkout
 * @returns paths from there
 */
export const longerInProof = (root: string): string[] =>
  ["bench", "cli/src", "services", "testing"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:int|unit)\.spec\.ts$/.test(file) && !file.includes("node_modules"))
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\b(?:repetitions|inProof)\(/.test(readFileSync(join(root, file), "utf8"))),
  );
