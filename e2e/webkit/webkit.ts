import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { expect } from "@playwright/test";
import { freePort } from "@satchel/testing";
import { type Opener, tabOf } from "../support/tab.ts";
import { ELEMENT, openSession, type Session } from "./webdriver.ts";

/** Milliseconds in which the driver must listen. */
const START = { timeout: 60_000 };

/** A window of WebKitGTK, which has the engine of Safari, with a profile of its own, on a screen that nobody sees. */
export interface WebKit extends Opener {
  /** What it shows, as PNG. */
  pictures(): Promise<Buffer[]>;
  close(): Promise<void>;
}

/** Starts WebKit, as far as its first session. */
export async function startWebKit(): Promise<WebKit> {
  const home = await mkdtemp(join(tmpdir(), "satchel-webkit-"));
  // It writes the number of its screen into its fourth file.
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = (await once(createInterface(screen.stdio[3] as Readable), "line")) as [string];
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    // Its own processes, too, so that all of them end with it.
    detached: true,
    // In a container the sandbox can't be made.
    env: { ...process.env, HOME: home, DISPLAY: `:${display}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
  });
  const url = `http://127.0.0.1:${port}`;
  const status = (): Promise<boolean> =>
    fetch(`${url}/status`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await expect.poll(status, START).toBe(true);
  const session = await openSession(url);
  await session.send("POST", "/window/rect", { x: 0, y: 0, width: 1280, height: 900 });
  return {
    open: async (page) => {
      await session.send("POST", "/url", { url: page });
      return webkitTab(session);
    },
    pictures: async () => [Buffer.from(await session.send<string>("GET", "/screenshot"), "base64")],
    close: async () => {
      await killed(driver, -(driver.pid ?? 0));
      await killed(screen, screen.pid ?? 0);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function killed(child: ChildProcess, pid: number): Promise<void> {
  const ended = once(child, "exit");
  process.kill(pid, "SIGKILL");
  await ended;
}

/** Elements of a role; the protocol finds by selectors alone. */
const ROLES: Readonly<Record<string, string>> = { button: "button", link: "a[href]" };

const webkitTab = (session: Session) =>
  tabOf({
    locate: async (where) => {
      const value = "css" in where ? where.css : (ROLES[where.role] ?? "");
      const found = await session.send<readonly Record<string, string>[]>("POST", "/elements", {
        using: "css selector",
        value,
      });
      if ("css" in where || where.name === undefined) return found;
      // One that is not shown has none.
      const label = (one: Record<string, string>): Promise<string | undefined> =>
        session.send<string>("GET", `/element/${one[ELEMENT]}/computedlabel`).catch(() => undefined);
      const labels = await Promise.all(found.map(label));
      return found.filter((_, index) => labels[index] === where.name);
    },
    perform: (device) => session.send("POST", "/actions", { actions: [device] }),
    evaluate: (expression) =>
      session.send("POST", "/execute/async", {
        script: `Promise.resolve(${expression}).then(arguments[0], (error) => arguments[0](String(error)))`,
        args: [],
      }),
    reload: async () => void (await session.send("POST", "/refresh", {})),
  });
