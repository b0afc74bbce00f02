import { spawn } from "node:child_process";
import { note } from "./terminal.ts";

/** The program of a system that opens an address in its browser, and its arguments before the address. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // Not `start`, which is a command of the shell, where `&` in an address would begin another one.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an http address in the user's browser (`BROWSER`, else the system's). Without one, says the address. */
export async function openInBrowser(address: string): Promise<void> {
  const { protocol } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") throw new Error(`${protocol} is not opened`);
  const chosen = process.env["BROWSER"];
  const [program, ...before] = chosen ? [chosen] : (OPENERS[process.platform] ?? ["xdg-open"]);
  const isOpened = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...before, address], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
    child.unref();
  });
  if (!isOpened) note(`No browser was found. The address is ${address}`);
}
