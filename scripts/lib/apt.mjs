import { run } from "./run.mjs";

const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };

/**
 * Installs a package of Debian or Ubuntu, and prints errors.
 * @param {string} what its name for people
 * @param {string} name the package
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function aptInstall(what, name) {
  console.log(`Installing ${what} (apt-get install ${name})`);
  await run("apt-get", ["update"], options);
  return (await run("apt-get", ["install", "-y", name], options)) === 0;
}
