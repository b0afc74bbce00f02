import { exitCodeOf, type Finding } from "./finding.ts";
import { renderFindings, renderJson } from "./report.ts";

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

/** The output and the exit code of a doctor's process. */
export interface DoctorOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** The arguments that were read, with what the doctor does with them. */
interface Examination {
  /** The first line for people. */
  readonly heading: string;
  /** The closing line where something is wrong. */
  readonly harm: string;
  /** The findings as JSON, with these facts. */
  readonly json: { readonly facts: object } | undefined;
  readonly findings: () => Promise<readonly Finding[]>;
}

/**
 * Runs a doctor: reads its arguments, and writes what it finds.
 * @param read the arguments: what to examine, another output, or "help" @throws with what is wrong with them
 */
export async function runDoctorProgram(
  usage: string,
  read: () => Examination | DoctorOutcome | "help",
): Promise<DoctorOutcome> {
  let asked: ReturnType<typeof read>;
  try {
    asked = read();
  } catch (error) {
    return { stdout: "", stderr: `${(error as Error).message}\n\n${usage}\n`, exitCode: EXIT_USAGE };
  }
  if (asked === "help") return { stdout: `${usage}\n`, stderr: "", exitCode: 0 };
  if ("exitCode" in asked) return asked;
  const { heading, harm, json } = asked;
  const findings = await asked.findings();
  const stdout = json === undefined ? renderFindings(heading, findings, harm) : renderJson(json.facts, findings);
  return { stdout, stderr: "", exitCode: exitCodeOf(findings) };
}
