import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const RUN = new URL("run.mjs", import.meta.url).href;

/** What a program writes that runs a command with these options, and the exit code that it is given. */
function outputOf(options: object): string {
  const command = `console.log("one\\ntwo"); console.error("three"); process.exitCode = 4;`;
  const program = `import { run } from ${JSON.stringify(RUN)};
    console.log(await run(process.execPath, ["-e", ${JSON.stringify(command)}], ${JSON.stringify(options)}));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", stdio: "pipe" });
}

test("given commands that run at the same time, then each line of their output says whose it is", () => {
  const lines = outputOf({ label: "e2e" }).trim().split("\n");
  expect(lines.toSorted()).toEqual(["4", "e2e | one", "e2e | three", "e2e | two"]);
});
