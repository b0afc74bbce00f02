export { readDoctorArguments, wholeNumber } from "./options.ts";
export { examine as examineMail } from "./examine.ts";
export { type Finding, ok, unknown, warning, wrong } from "./finding.ts";
export { checkRelay } from "./relay.ts";
export { type DoctorOutcome, runDoctorProgram } from "./program.ts";
