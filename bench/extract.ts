import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Answer, contenders, FIELDS, type Field } from "./extract-contenders.ts";
import { type JudgedPage, judgedPages } from "./extract-pages.ts";
import { machine, say } from "./report.ts";

// How often each contender is right about a page, and its processor time and memory, in a process of its own.
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LIST = process.env.LIST === "1";

type Tally = { right: number; wrong: number; missing: number };
type Report = {
  tally: Record<string, Tally>;
  wrongs: string[];
  cpuMs: number;
  peakMib: number;
  startMib: number;
};

const mib = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const only = process.argv[2];
if (only === undefined) await compare();
else say(JSON.stringify(await judge(only)));

async function judge(name: string): Promise<Report> {
  const pages = await judgedPages();
  const startMib = mib(process.memoryUsage.rss());
  const contender = contenders[name]?.();
  if (contender === undefined) throw new Error(`no contender ${name}`);
  const tally: Record<string, Tally> = {};
  const wrongs: string[] = [];
  let before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    // The first round is for the answers; its time is not measured, because code is compiled in it.
    if (round === 1) before = process.cpuUsage();
    for (const page of pages) {
      const answer = await contender.answer(page).catch((): Answer => ({}));
      if (round === 0) tallyPage(page, answer, tally, wrongs);
    }
  }
  const { user, system } = process.cpuUsage(before);
  contender.close?.();
  const peakMib = Math.round(process.resourceUsage().maxRSS / 1024);
  const cpuMs = (user + system) / 1000 / pages.length / Math.max(1, ROUNDS - 1);
  return { tally, wrongs, cpuMs, peakMib, startMib };
}

function tallyPage(page: JudgedPage, answer: Answer, tally: Record<string, Tally>, wrongs: string[]): void {
  for (const field of FIELDS) {
    const expected = page.expected[field];
    if (expected === undefined) continue;
    const got = answer[field];
    const row = (tally[`${page.set} ${field}`] ??= { right: 0, wrong: 0, missing: 0 });
    const isRight = expected === null ? got === undefined : got !== undefined && isSame(field, expected, got, page.set);
    if (isRight) row.right++;
    else if (got === undefined) row.missing++;
    else row.wrong++;
    if (!isRight)
      wrongs.push(`${page.set} ${field} ${page.name}: ${JSON.stringify(expected)} got ${JSON.stringify(got)}`);
  }
}

/** Whether an answer is right; kinds of quotes, spaces, case and a last slash do not matter. */
function isSame(field: Field, expected: string, got: string, set: string): boolean {
  if (field === "language") return expected.toLowerCase().split("-")[0] === got.toLowerCase().split("-")[0];
  if (field === "publishedAt") return new Date(expected).getTime() === new Date(got).getTime();
  if (field === "image" || field === "icon" || field === "canonicalUrl")
    return expected.trim().replace(/\/$/, "") === got.replace(/\/$/, "");
  const [one, other] = [plain(expected), plain(got)];
  if (one === other) return true;
  // Readability intentionally keeps names of sites in titles, and labels and dates in bylines.
  if (set === "readability" && field === "title")
    return [one, other].some((a) => [one, other].some((b) => a !== b && isWithoutName(a, b)));
  if (field === "author") return set === "readability" && one.includes(other.replace(/^by /, ""));
  return false;
}

/** Whether `short` is `long` without its last or first part and a separator. */
function isWithoutName(long: string, short: string): boolean {
  if (short.length < 5 || short.length >= long.length) return false;
  const rest = long.startsWith(short)
    ? long.slice(short.length)
    : long.endsWith(short)
      ? long.slice(0, -short.length)
      : "";
  return /^\s*[|:\-–—·[]|[|:\-–—·]\s*$/.test(rest);
}

function plain(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/…/g, "...")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

async function compare(): Promise<void> {
  const names = Object.keys(contenders).filter(
    (name) => name !== "html-metadata-parser" || process.env.HTML_METADATA_PARSER,
  );
  const reports = new Map<string, Report>();
  for (const name of names) {
    const args = ["--conditions=@satchel/source", "--import", "tsx", fileURLToPath(import.meta.url), name];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    reports.set(name, JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Report);
  }
  const pages = await judgedPages();
  const sets = [...new Set(pages.map(({ set }) => set))];
  say(`machine   ${machine()}; ${ROUNDS - 1} rounds after a first`);
  for (const set of sets) {
    const ofSet = pages.filter((page) => page.set === set);
    say(`\n| ${set}, ${ofSet.length} pages: right / wrong / missing | ${names.join(" | ")} |`);
    for (const field of FIELDS) {
      const cells = names.map((name) => reports.get(name)?.tally[`${set} ${field}`]);
      if (cells.every((cell) => cell === undefined)) continue;
      say(
        `| ${field} | ${cells.map((cell) => `${cell?.right ?? 0} / ${cell?.wrong ?? 0} / ${cell?.missing ?? 0}`).join(" | ")} |`,
      );
    }
  }
  say("");
  for (const [name, { cpuMs, peakMib, startMib }] of reports) {
    say(`${name}: ${cpuMs.toFixed(1)} ms of processor a page, memory ${peakMib} MiB at most, ${startMib} before`);
    if (LIST) for (const wrong of reports.get(name)?.wrongs ?? []) say(`  ${wrong}`);
  }
}
