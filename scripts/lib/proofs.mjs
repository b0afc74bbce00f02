/** The exit code of a proof that can't be run on this machine; it prints the reason. */
export const NOT_RUN = 3;

/** The files of a running system. */
const SYSTEM = ["contracts/src", "services", "package-lock.json"];

/**
 * The proofs of `npm run prove`, in their order; each is `npm run prove:<name>` too. By name, the files and folders that it is
 * about.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const CONCERNS = {
  kubernetes: ["deploy", "docker-compose.yml", ".env.example", "services/standalone"],
  durability: [
    "contracts/src/commands",
    "contracts/src/events",
    "services/chassis",
    "services/embedded",
    "services/backup",
    "services/identity/src/accounts",
    "services/identity/src/policies",
    "services/enrichment/src/pictures",
    "services/links/src/imports",
    "services/mail-ingest/src/supervision",
    "services/standalone",
    "scripts/package.mjs",
    "scripts/household-tree.mjs",
    "Dockerfile",
    "scripts/lib/package-tree.mjs",
    "testing",
    "bench/faults",
    "bench/scaling",
    "package-lock.json",
  ],
  api: [...SYSTEM, "bench/fuzz-api.ts"],
  linkding: ["services/gateway/src/linkding", "services/gateway/src/queries/bookmarks.ts", "services/gateway/test"],
  epub: ["services/gateway/src/epub", "services/chassis/src/decoding", "bench/epub.ts"],
  journeys: ["web", "extension", "client", "e2e", "contracts/src", "services/gateway", "package-lock.json"],
  texts: ["web", "services/enrichment", "services/links", "e2e", "testing/src/script-payloads.ts"],
  scaling: [...SYSTEM, "testing", "bench/scaling"],
  containers: ["Dockerfile", "docker-compose.yml", "deploy", "bench/containers", "scripts/lib/containers"],
};

export const PROOFS = Object.keys(CONCERNS);

/** The argument by which `prove:kubernetes` starts a real API server, too. */
export const API_SERVER = "--api-server";

/** The argument by which it runs the whole system on a node, which is asked for by hand alone. */
export const NODE = "--node";

/** Further arguments of proofs that are asked for by name or run at night: what takes too long after every change. */
const IN_FULL = { kubernetes: [API_SERVER] };

/**
 * The arguments of a proof.
 * @param {string} name one of {@link PROOFS}
 * @param {boolean} isForChange whether it runs after a change, where it has to be short
 * @returns {readonly string[]}
 */
export const argumentsOf = (name, isForChange) => (isForChange ? [] : (IN_FULL[name] ?? []));

/** The proofs that are run when none is named: the others take ports of the machine, and bring an engine as root. */
export const NIGHTLY = PROOFS.filter((name) => name !== "containers");

/** The proofs that `npm run prove -- --changed` may run: the others take many minutes, and run at night. */
const ON_CHANGE = ["kubernetes", "durability", "journeys"];

/**
 * The proofs to run after a change.
 * @param {readonly string[]} files paths of the changed files, from the root of the checkout
 * @returns {string[]} names, in the order of {@link PROOFS}
 */
export const concernedBy = (files) =>
  ON_CHANGE.filter((name) =>
    files.some((file) => CONCERNS[name].some((path) => file === path || file.startsWith(`${path}/`))),
  );

/**
 * One line with the outcomes of proofs.
 * @param {readonly { name: string, code: number }[]} outcomes the exit code of each
 * @returns {string}
 */
export function provenLine(outcomes) {
  const named = (isIt) =>
    outcomes
      .filter(({ code }) => isIt(code))
      .map(({ name }) => name)
      .join(", ");
  const parts = [
    ["holds", named((code) => code === 0)],
    ["does not hold", named((code) => code !== 0 && code !== NOT_RUN)],
    ["not run", named((code) => code === NOT_RUN)],
  ];
  return parts.flatMap(([what, names]) => (names === "" ? [] : [`${what}: ${names}`])).join("; ");
}

/**
 * The exit code of all proofs: {@link NOT_RUN} where some were not run and none failed.
 * @param {readonly { code: number }[]} outcomes
 * @returns {number}
 */
export const provenCode = (outcomes) =>
  outcomes.some(({ code }) => code !== 0 && code !== NOT_RUN)
    ? 1
    : outcomes.some(({ code }) => code === NOT_RUN)
      ? NOT_RUN
      : 0;
