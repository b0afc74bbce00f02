import { makeDkimKey } from "@satchel/chassis";
import { type DkimSettings, examine } from "./examine.ts";
import { exitCodeOf } from "./finding.ts";
import { readDoctorArguments, USAGE } from "./options.ts";
import { renderFindings, renderJson, renderNewKey } from "./report.ts";

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

const HARM = "Something is wrong; mail will be lost or turned away until it is mended.";

/** The output and the exit code of the process. */
interface DoctorOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs the doctor. @param env for the key that Satchel signs with */
export async function runDoctor(args: readonly string[], env: DkimSettings = {}): Promise<DoctorOutcome> {
  let options: ReturnType<typeof readDoctorArguments>;
  try {
    options = readDoctorArguments(args);
    if (options === "help") return { stdout: `${USAGE}\n`, stderr: "", exitCode: 0 };
  } catch (error) {
    const { message } = error as Error;
    return { stdout: "", stderr: `${message}\n\n${USAGE}\n`, exitCode: EXIT_USAGE };
  }
  if (options.makesKey) {
    const stdout = renderNewKey(options.domain, options.selectors[0] ?? env.DKIM_SELECTOR ?? "satchel", makeDkimKey());
    return { stdout, stderr: "", exitCode: 0 };
  }
  const findings = await examine(options, env);
  const { domain } = options;
  const stdout = options.json ? renderJson(domain, findings) : renderFindings(`Mail for ${domain}`, findings, HARM);
  return { stdout, stderr: "", exitCode: exitCodeOf(findings) };
}
