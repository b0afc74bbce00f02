import { parseUrl, PROVIDER_NAME_CHARS } from "@satchel/contracts";
import Type, { type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { Value } from "typebox/value";
import type { Words } from "./settings/setting.ts";

/** All faults of a configuration, one line each. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.name = "ConfigurationError";
    this.faults = faults;
  }
}

const YES = new Set(["true", "1", "yes", "on"]);
const NO = new Set(["false", "0", "no", "off"]);

/** A setting: its JSON schema, its description for people, and a check that no JSON schema can express. */
type Setting = TSchema &
  Partial<Words> & {
    readonly type?: unknown;
    readonly default?: unknown;
    readonly check?: (value: string) => boolean;
    /** The settings of each name of a list of names, and how theirs begin. */
    readonly prefix?: string;
    readonly each?: Readonly<Record<string, Setting>>;
  };

type Environment = Readonly<Record<string, string | undefined>>;

function convert({ type }: Setting, raw: string): unknown {
  if (type === "integer" || type === "number") return raw.trim() === "" ? Number.NaN : Number(raw);
  if (type === "array") return raw.split(/[\s,]+/).filter((item) => item !== "");
  if (type === "boolean") {
    const word = raw.trim().toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : raw;
  }
  return raw;
}

/** A rule for several settings together. @returns the fault, naming them, if there is one */
export type SettingsRule = (settings: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * Reads a service's configuration from the environment by its schema: one property per variable, with its default and
 * description. An empty variable counts as not set. Parsed once, at start.
 * @throws {ConfigurationError} naming every fault; values of keys are left out, and credentials of addresses
 */
export function readConfig<T extends TObject>(
  schema: T,
  env: Record<string, string | undefined>,
  rules: readonly SettingsRule[] = [],
): Static<T> {
  const faults: string[] = [];
  const input = readAll({ properties: schema.properties, required: schema.required ?? [] }, env, "", faults);
  for (const rule of rules) {
    const fault = rule(input);
    if (fault !== undefined) faults.push(fault);
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return Object.freeze(input) as Static<T>;
}

/** Reads the settings of a schema, whose names begin with a prefix in the environment. Faults are added to the list. */
function readAll(
  { properties, required }: { readonly properties: TProperties; readonly required: readonly string[] },
  env: Environment,
  prefix: string,
  faults: string[],
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(properties)) {
    const setting = property as Setting;
    const name = prefix + key;
    const raw = env[name];
    if (setting.each !== undefined) {
      input[key] = readNamed(name, setting, env, faults);
      continue;
    }
    if (raw !== undefined && raw !== "") input[key] = convert(setting, raw);
    else if ("default" in setting) input[key] = setting.default;
    if (!(key in input)) {
      if (required.includes(key)) faults.push(`${name} is missing${requirementOf(name, setting)}`);
      continue;
    }
    const fault = faultOf(setting, input[key]);
    if (fault !== undefined) faults.push(describe(name, setting, fault.item ?? raw ?? String(input[key])));
  }
  return input;
}

/** A name that stands in the names of settings and in addresses. */
const NAME = new RegExp(`^[a-z][a-z0-9]{0,${PROVIDER_NAME_CHARS - 1}}$`);

/** Reads a list of names, and the settings of each; settings of a name that is not in the list are faults. */
function readNamed(name: string, setting: Setting, env: Environment, faults: string[]): Record<string, unknown>[] {
  const { prefix = name, each = {} } = setting;
  const names = convert(setting, env[name] ?? "") as string[];
  const wrong = names.find((one, index) => !NAME.test(one) || names.indexOf(one) !== index);
  if (wrong !== undefined) faults.push(describe(name, setting, wrong));
  const settingOf = new RegExp(`^${prefix}_(.+)_(?:${Object.keys(each).join("|")})$`);
  for (const [key, value] of Object.entries(env)) {
    const of = settingOf.exec(key)?.[1];
    if (of !== undefined && value !== undefined && value !== "" && !names.includes(of.toLowerCase())) {
      faults.push(`${key} has no effect: ${name} does not name ${JSON.stringify(of.toLowerCase())}`);
    }
  }
  const schema = { properties: each, required: Object.keys(each).filter((key) => !Type.IsOptional(each[key])) };
  return names
    .filter((one) => one !== wrong)
    .map((one) => ({ name: one, ...readAll(schema, env, `${prefix}_${one.toUpperCase()}_`, faults) }));
}

/** The fault of a value, if any: of a list the invalid item. */
function faultOf(setting: Setting, value: unknown): { readonly item?: string } | undefined {
  if (!Value.Check(setting, value)) return {};
  const { check } = setting;
  if (check === undefined) return undefined;
  if (typeof value === "string") return check(value) ? undefined : {};
  const item = Array.isArray(value) ? value.find((one) => !check(String(one))) : undefined;
  return item === undefined ? undefined : { item: String(item) };
}

const describe = (name: string, setting: Setting, raw: string): string => {
  const shown = shownOf(name, raw);
  return `${name} must ${setting.must ?? "be another value"}${shown === undefined ? "" : ` (it is ${shown})`}${exampleOf(name, setting)}`;
};

const requirementOf = (name: string, setting: Setting): string =>
  `${setting.must === undefined ? "" : `: it must ${setting.must}`}${exampleOf(name, setting)}`;

const exampleOf = (name: string, { example }: Setting): string =>
  example === undefined ? "" : `, for example ${name}=${example}`;

const SECRET = /KEY|SECRET|PASSWORD|TOKEN$/;
/** Names of settings whose addresses may contain a password. */
const ADDRESS = /_(?:URL|ISSUER)$/;

/**
 * A value for an error message: undefined for a secret, and an address without user, password and query. A text that is no
 * address is not shown where an address was expected: it may have a password in it.
 */
function shownOf(name: string, raw: string): string | undefined {
  if (SECRET.test(name)) return undefined;
  if (!ADDRESS.test(name)) return JSON.stringify(raw);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(raw) || parseUrl(raw) === undefined) return undefined;
  return JSON.stringify(raw.replace(/^([^:]+:\/\/).*@/, "$1***@").replace(/\?.*$/s, "?***"));
}
