import { makeDkimKey } from "@satchel/chassis";
import { type DkimSettings, examine } from "./examine.ts";
import { readDoctorArguments, USAGE } from "./options.ts";
import { type DoctorOutcome, runDoctorProgram } from "./program.ts";
import { renderNewKey } from "./report.ts";

const HARM = "Something is wrong; mail will be lost or turned away until it is mended.";

/** Runs the doctor. @param env for the key that Satchel signs with */
export const runDoctor = (args: readonly string[], env: DkimSettings = {}): Promise<DoctorOutcome> =>
  runDoctorProgram(USAGE, () => {
    const options = readDoctorArguments(args);
    if (options === "help") return options;
    const { domain } = options;
    if (options.makesKey) {
      const selector = options.selectors[0] ?? env.DKIM_SELECTOR ?? "satchel";
      return { stdout: renderNewKey(domain, selector, makeDkimKey()), stderr: "", exitCode: 0 };
    }
    return {
      heading: `Mail for ${domain}`,
      harm: HARM,
      json: options.json ? { facts: { domain } } : undefined,
      findings: () => examine(options, env),
    };
  });
