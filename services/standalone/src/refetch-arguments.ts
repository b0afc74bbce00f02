import { parseArgs } from "node:util";
import { UserId } from "@satchel/contracts";
import type { RefetchOptions } from "@satchel/links";
import { Value } from "typebox/value";

/** Days at most: a hundred years, so that the result is a valid time. */
const DAYS_MAX = 36_500;

/** The options of `npm run enrich:again`; undefined for invalid ones. */
export function readRefetchArguments(args: readonly string[]): RefetchOptions | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        where: { type: "string" },
        days: { type: "string" },
        user: { type: "string" },
        "dry-run": { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    // The days may also be a positional argument: `--where older-than 30`.
    const [days = values.days, ...more] = positionals;
    if (more.length > 0) return undefined;
    const { user } = values;
    if (user !== undefined && !Value.Check(UserId, user)) return undefined;
    const rest = { userId: user as UserId | undefined, dryRun: values["dry-run"] };
    if (values.where === "failed" && days === undefined) return { where: { kind: "failed" }, ...rest };
    if (values.where !== "older-than" || days === undefined || !/^\d+$/.test(days) || Number(days) > DAYS_MAX)
      return undefined;
    return { where: { kind: "older-than", days: Number(days) }, ...rest };
  } catch {
    return undefined;
  }
}
