import { run } from "./run.mjs";

const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };

/**
 * Installs a package of Debian or Ubuntu; what went wrong is told.
 * @param {string} what as the person who waits knows it
 * @param {string} name the package
 * @returns {Promise<boolean>} whether it is there now
 */
export async function aptInstall(what, name) {
  console.log(`Installing ${what} (apt-get install ${name})`);
  await run("apt-get", ["update"], options);
  return (await run("apt-get", ["install", "-y", name], options)) === 0;
}
