import { type Browser, type CDPSession, expect } from "@playwright/test";

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** The calls of the DevTools protocol that Playwright has no types for. */
type Send = (method: string, params: object) => Promise<unknown>;
const sender = (session: CDPSession): Send => session.send.bind(session) as unknown as Send;

/** What is done to a browser beside its pages: presses of the extension's button, and what is in the panel that it opens. */
export class Buttons {
  readonly #session: CDPSession;
  readonly #extensionId: string;

  private constructor(session: CDPSession, extensionId: string) {
    this.#session = session;
    this.#extensionId = extensionId;
  }

  static async of(browser: Browser, extensionId: string): Promise<Buttons> {
    return new Buttons(await browser.newBrowserCDPSession(), extensionId);
  }

  async #targets(type: string, matches: (url: string) => boolean): Promise<Target[]> {
    const answer = await sender(this.#session)("Target.getTargets", { filter: [{ type }] });
    return (answer as { targetInfos: Target[] }).targetInfos.filter(({ url }) => matches(url));
  }

  /** Presses the extension's button as a person does, in the tab that shows this address. */
  async press(address: string): Promise<void> {
    const [tab] = await this.#targets("tab", (url) => url === address);
    if (tab === undefined) throw new Error(`No tab shows ${address}`);
    await sender(this.#session)("Extensions.triggerAction", { id: this.#extensionId, targetId: tab.targetId });
  }

  /** The panel, once it is open. */
  async panel(): Promise<Panel> {
    const address = `chrome-extension://${this.#extensionId}/panel.html`;
    for (let tries = 0; tries < 100; tries += 1) {
      const [target] = await this.#targets("page", (url) => url === address);
      if (target !== undefined) return Panel.of(this.#session, target.targetId);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("No panel opened");
  }
}

/**
 * The panel below the button. Playwright does not see it, for it is in no tab: a session inside the browser's own one speaks
 * with it.
 */
export class Panel {
  readonly #send: Send;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  #count = 0;

  private constructor(send: Send, sessionId: string) {
    this.#send = send;
    this.#sessionId = sessionId;
  }

  static async of(session: CDPSession, targetId: string): Promise<Panel> {
    const send = sender(session);
    const { sessionId } = (await send("Target.attachToTarget", { targetId, flatten: false })) as { sessionId: string };
    const panel = new Panel(send, sessionId);
    session.on("Target.receivedMessageFromTarget", (event) => {
      if (event.sessionId !== sessionId) return;
      const { id, ...answer } = JSON.parse(event.message) as { id?: number };
      if (id !== undefined) panel.#waiting.get(id)?.(answer);
    });
    return panel;
  }

  async #call(method: string, params: object): Promise<unknown> {
    const id = (this.#count += 1);
    const answered = new Promise<{ result?: unknown; error?: { message: string } }>((resolve) =>
      this.#waiting.set(id, resolve),
    );
    const message = JSON.stringify({ id, method, params });
    await this.#send("Target.sendMessageToTarget", { sessionId: this.#sessionId, message });
    const { result, error } = await answered;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  /** What an expression gives in the panel; promises are waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = (await this.#call("Runtime.evaluate", params)) as {
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    };
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  }

  /** All that can be read in it. */
  text(): Promise<string> {
    return this.evaluate("document.body?.innerText ?? ''");
  }

  /** Presses a key, as a keyboard does. */
  async press(key: string, text?: string): Promise<void> {
    const code = { Tab: 9, Enter: 13, " ": 32 }[key] ?? 0;
    const base = { key, code: key, windowsVirtualKeyCode: code };
    await this.#call("Input.dispatchKeyEvent", { type: "keyDown", ...base, ...(text === undefined ? {} : { text }) });
    await this.#call("Input.dispatchKeyEvent", { type: "keyUp", ...base });
  }

  async type(text: string): Promise<void> {
    await this.#call("Input.insertText", { text });
  }

  /** Clicks the button that says this, once it can be pressed. */
  async click(name: string): Promise<void> {
    const button = `[...document.querySelectorAll("button:enabled, summary")].find((each) => each.textContent === ${JSON.stringify(name)})`;
    await expect.poll(() => this.evaluate(`${button} !== undefined`)).toBe(true);
    await this.evaluate(`${button}.click()`);
  }

  /** What it looks like: a PNG in base64. */
  async picture(): Promise<string> {
    const { data } = (await this.#call("Page.captureScreenshot", { format: "png" })) as { data: string };
    return data;
  }

  async colors(scheme: "light" | "dark"): Promise<void> {
    const features = [
      { name: "prefers-color-scheme", value: scheme },
      // Else what is looked at next is half in the colours of before.
      { name: "prefers-reduced-motion", value: "reduce" },
    ];
    await this.#call("Emulation.setEmulatedMedia", { features });
  }
}
