import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ACCESS_TOKEN } from "@satchel/contracts";

const K6 = process.env["K6_BIN"] ?? "k6";
/** Seconds until the tokens that k6 makes expire. */
const TOKEN_SECONDS = 6 * 3600;

/** By name, and for each what `summaryTrendStats` names, or `count`, `rate`. */
export type Metrics = Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;

/** The result of a scenario. */
export interface K6Run {
  readonly metrics: Metrics;
  /** Whether no threshold was crossed. */
  readonly kept: boolean;
}

/** The version of k6; undefined where it is not on the PATH. @throws when `K6_BIN` can't be run */
export async function findK6(): Promise<string | undefined> {
  const child = spawn(K6, ["version"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(child, "spawn");
  } catch (cause) {
    if (process.env["K6_BIN"] === undefined) return undefined;
    throw new Error(`K6_BIN names ${K6}, which can't be run`, { cause });
  }
  return (await text(child.stdout)).trim();
}

/**
 * Runs a scenario of this folder to its end.
 * @param settings its `__ENV`
 * @param signal ends it before
 * @throws when k6 ends for another reason than that it is done
 */
export async function run(scenario: string, settings: Record<string, string>, signal?: AbortSignal): Promise<K6Run> {
  const values = Object.entries(settings).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const file = join(import.meta.dirname, `${scenario}.ts`);
  const child = spawn(K6, ["run", "--quiet", "--no-usage-report", ...values, file], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(signal === undefined ? {} : { signal }),
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  // 99: a threshold was crossed.
  if (code !== 0 && code !== 99) throw new Error(`k6 ended with ${code}: ${output}`);
  return { metrics: JSON.parse(output) as Metrics, kept: code === 0 };
}

export const value = (metrics: Metrics, metric: string, name: string): number => metrics[metric]?.values[name] ?? 0;

/** The settings with which `person.ts` signs access tokens as identity does. @param key of the tokens */
export function tokenSettings(key: string): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: ACCESS_TOKEN.issuer,
    aud: ACCESS_TOKEN.audience,
    ver: true,
    iat: now,
    exp: now + TOKEN_SECONDS,
  };
  return { TOKEN_KEY: key, TOKEN_TYPE: ACCESS_TOKEN.type, CLAIMS: JSON.stringify(claims) };
}
