/** The exit code of a proof that could not be run here: it says why. */
export const NOT_RUN = 3;

/** What every proof of a running system rests on. */
const SYSTEM = ["contracts/src", "services", "package-lock.json"];

/**
 * What `npm run prove` runs, in this order: each is `npm run prove:<name>` too. By its name the files and folders of which
 * a change makes it worth running again.
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
    "services/links/src/imports",
    "services/mail-ingest/src/supervision",
    "services/standalone",
    "testing",
    "bench/faults",
    "bench/scaling",
    "package-lock.json",
  ],
  api: [...SYSTEM, "bench/fuzz-api.ts"],
  texts: ["web", "services/enrichment", "services/links", "e2e", "testing/src/script-payloads.ts"],
  scaling: [...SYSTEM, "testing", "bench/scaling"],
};

export const PROOFS = Object.keys(CONCERNS);

/** Of these, `npm run prove -- --changed` runs those that are concerned: the others take many minutes, and are for a night. */
const ON_CHANGE = ["kubernetes", "durability"];

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
 * One line on what became of some proofs.
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
 * The exit code that goes with it: a proof that was not run has proved nothing.
 * @param {readonly { code: number }[]} outcomes
 * @returns {number}
 */
export const provenCode = (outcomes) =>
  outcomes.some(({ code }) => code !== 0 && code !== NOT_RUN)
    ? 1
    : outcomes.some(({ code }) => code === NOT_RUN)
      ? NOT_RUN
      : 0;
