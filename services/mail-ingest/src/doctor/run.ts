import { examine } from "./examine.ts";
import { exitCodeOf } from "./finding.ts";
import { readDoctorArguments, USAGE } from "./options.ts";
import { renderFindings, renderJson } from "./report.ts";

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

/** What is printed, and the exit code of the process. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Does what the arguments ask for. */
export async function runDoctor(args: readonly string[]): Promise<Outcome> {
  let options: ReturnType<typeof readDoctorArguments>;
  try {
    options = readDoctorArguments(args);
    if (options === "help") return { stdout: `${USAGE}\n`, stderr: "", exitCode: 0 };
  } catch (error) {
    const { message } = error as Error;
    return { stdout: "", stderr: `${message}\n\n${USAGE}\n`, exitCode: EXIT_USAGE };
  }
  const findings = await examine(options);
  const stdout = (options.json ? renderJson : renderFindings)(options.domain, findings);
  return { stdout, stderr: "", exitCode: exitCodeOf(findings) };
}
