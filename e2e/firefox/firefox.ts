import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { findFirefox } from "@satchel/testing";
import { type Bidi, connectBidi } from "./bidi.ts";
import { type FirefoxTab, firefoxTab } from "./tab.ts";

/** Milliseconds in which Firefox must be there; the first start of a profile makes it. */
const START_MS = 60_000;
/** A machine without a mouse is given one, fine and hovering (nsXULAppAPI: LookAndFeel's pointer capabilities). */
const PREFERENCES = ["ui.primaryPointerCapabilities", "ui.allPointerCapabilities"].map(
  (name) => `user_pref("${name}", 6);\n`,
);
const BUTTON = "extension@satchel.example";

/** A Firefox without a window on the screen, with a profile of its own. */
export interface Firefox {
  /** Opens a page in a new tab, in front of the others. */
  open(url: string): Promise<FirefoxTab>;
  /** The first tab whose address has this in it. */
  find(part: string): Promise<FirefoxTab>;
  /** Installs what is in a folder, as `about:debugging` does. */
  install(folder: string): Promise<void>;
  /** Presses the extension's button in the tool bar, with this tab in front. */
  pressButton(tab: FirefoxTab): Promise<void>;
  /** What is written on the extension's button, and in its tooltip. */
  button(): Promise<string>;
  /** Says yes to what the extension asks permission for. */
  allow(): Promise<void>;
  /** Addresses of panels that hang from the tool bar. */
  panels(): Promise<string[]>;
  /** Drops the first request of each path that is asked for, in all tabs. Gives the paths of those that were dropped. */
  dropFirst(isMeant: (path: string) => boolean): Promise<ReadonlySet<string>>;
  /** Pictures of what the tabs show, as PNG. */
  pictures(): Promise<Buffer[]>;
  close(): Promise<void>;
}

/** A request that waits for what becomes of it (WebDriver BiDi, `network.beforeRequestSent`). */
interface HeldRequest {
  readonly isBlocked: boolean;
  readonly request: { readonly request: string; readonly url: string };
}

interface Tree {
  readonly contexts: readonly { readonly context: string; readonly url: string }[];
}

/** Starts Firefox, as far as the first answer. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), "satchel-firefox-"));
  await writeFile(join(profile, "user.js"), PREFERENCES.join(""));
  const flags = ["-headless", "-no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const child = spawn(findFirefox(), [...flags, "--remote-allow-system-access"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile },
  });
  const bidi = await connectBidi(`${await addressOf(child)}/session`);
  await bidi.send("session.new", { capabilities: {} });
  return driverOf(bidi, async () => {
    bidi.close();
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** Where Firefox says that it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = "";
    const timer = setTimeout(() => reject(new Error(`Firefox did not start: ${told}`)), START_MS);
    child.stderr?.on("data", (chunk: Buffer) => {
      told += chunk.toString("utf8");
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(told) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once("error", reject);
  });
}

function driverOf(bidi: Bidi, close: () => Promise<void>): Firefox {
  const tabs = async (): Promise<Tree["contexts"]> => (await bidi.send<Tree>("browsingContext.getTree")).contexts;
  /** Runs in the browser's own window. */
  const inWindow = async <T>(expression: string): Promise<T> => {
    const { contexts } = await bidi.send<Tree>("browsingContext.getTree", { "moz:scope": "chrome" });
    return bidi.evaluate<T>(contexts[0]?.context ?? "", expression);
  };
  const ACTION = `ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs").ExtensionParent.apiManager.global
    .browserActionFor(WebExtensionPolicy.getByID("${BUTTON}").extension)`;
  const WINDOW = `Services.wm.getMostRecentWindow("navigator:browser")`;
  return {
    open: async (url) => {
      const { context } = await bidi.send<{ context: string }>("browsingContext.create", { type: "tab" });
      await bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
      await bidi.send("browsingContext.activate", { context });
      return firefoxTab(bidi, context);
    },
    find: async (part) => {
      const found = (await tabs()).find(({ url }) => url.includes(part));
      if (found === undefined) throw new Error(`No tab has ${part} in its address`);
      await bidi.send("browsingContext.activate", { context: found.context });
      return firefoxTab(bidi, found.context);
    },
    install: async (path) => void (await bidi.send("webExtension.install", { extensionData: { type: "path", path } })),
    pressButton: async ({ context }) => {
      await bidi.send("browsingContext.activate", { context });
      await inWindow(`void ${ACTION}.triggerAction(${WINDOW})`);
    },
    button: () =>
      inWindow<string>(`(() => { const tab = ${WINDOW}.gBrowser.selectedTab; const action = ${ACTION};
        return action.action.getProperty(tab, "badgeText") + " " + action.action.getProperty(tab, "title"); })()`),
    dropFirst: async (isMeant) => {
      const dropped = new Set<string>();
      bidi.on("network.beforeRequestSent", (params) => {
        const { isBlocked, request } = params as HeldRequest;
        if (!isBlocked) return;
        const path = new URL(request.url).pathname;
        const isFirst = isMeant(path) && !dropped.has(path);
        if (isFirst) dropped.add(path);
        // The tab may be gone meanwhile.
        bidi
          .send(isFirst ? "network.failRequest" : "network.continueRequest", { request: request.request })
          .catch(() => undefined);
      });
      await bidi.send("session.subscribe", { events: ["network.beforeRequestSent"] });
      await bidi.send("network.addIntercept", { phases: ["beforeRequestSent"] });
      return dropped;
    },
    pictures: async () => {
      const shots = (await tabs()).map(({ context }) =>
        bidi.send<{ data: string }>("browsingContext.captureScreenshot", { context }),
      );
      return (await Promise.all(shots)).map(({ data }) => Buffer.from(data, "base64"));
    },
    allow: async () => {
      const NOTE = `${WINDOW}.document.querySelector("#addon-webext-permissions-notification")`;
      await expect
        .poll(() => inWindow<boolean>(`${NOTE} !== null && ${WINDOW}.PopupNotifications.isPanelOpen`))
        .toBe(true);
      await inWindow(`void ${NOTE}.button.click()`);
    },
    panels: async () =>
      JSON.parse(
        await inWindow<string>(`JSON.stringify([...${WINDOW}.document.querySelectorAll("browser[webextension-view-type=popup]")]
          .map((panel) => panel.currentURI.spec))`),
      ) as string[],
    close,
  };
}
