import { getHealth } from "@satchel/contracts/routes";
import { browser } from "@wxt-dev/browser";
import { exchange } from "../../api/client.ts";
import { requestServer, beginConnection, disconnect, finishConnection } from "../../background/connection.ts";
import { connectionStore, onChanged } from "../../background/stores.ts";
import { readServerAddress } from "../../core/serverAddress.ts";
import type { MessageKey } from "../../texts/en.ts";
import { say } from "../../texts/say.ts";
import { element } from "../../ui/dom.ts";

/** The connected archive, and the form that connects one. */
export function account(): HTMLElement {
  const state = element("p", { "aria-live": "polite" });
  const status = element("p", { class: "status", role: "status", id: "status" });
  const server = element("input", {
    class: "input",
    id: "server",
    inputmode: "url",
    autocomplete: "url",
    autocapitalize: "none",
    spellcheck: "false",
    placeholder: "https://",
    "aria-describedby": "server-hint status",
  });
  const submit = element("button", { class: "btn btn--accent", type: "submit" }, say("connect"));
  const form = element(
    "form",
    { class: "connect", novalidate: true, onsubmit: (event) => connect(event) },
    element("label", { class: "label", for: "server" }, say("server")),
    element("div", { class: "connect__line" }, server, submit),
    element("p", { class: "hint", id: "server-hint" }, say("serverHint")),
  );
  const leave = element(
    "button",
    { class: "btn btn--plain", type: "button", onclick: () => void signOut() },
    say("disconnect"),
  );
  /** Whether the server is being called: a second press would call it twice. */
  let isBusy = false;

  const tell = (key?: MessageKey, isFault = false): void => {
    status.textContent = key === undefined ? "" : say(key);
    server.toggleAttribute("aria-invalid", false);
    if (isFault) server.setAttribute("aria-invalid", "true");
  };

  function connect(event: Event): void {
    event.preventDefault();
    if (isBusy) return;
    const read = readServerAddress(server.value);
    if ("fault" in read) return tell(read.fault, true);
    isBusy = true;
    // Before any other wait, after which the browser would not grant it.
    void requestServer(read.server)
      .then(async (granted) => {
        if (!granted) return tell("notPermitted");
        tell("checkingServer");
        const { kind } = await exchange(read.server, { operation: getHealth });
        if (kind !== "answered") return tell("unreachable", true);
        await disconnectOther(read.server);
        tell("waitingForConsent");
        await beginConnection(read.server);
      })
      .finally(() => (isBusy = false));
  }

  async function signOut(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    tell("signingOut");
    await disconnect().finally(() => (isBusy = false));
  }

  async function show(): Promise<void> {
    const connection = await connectionStore.read();
    const isConnected = connection !== null && connection.refreshToken !== null;
    const host = connection === null ? "" : new URL(connection.server).host;
    state.textContent = isConnected
      ? say("connectedAs", connection.email, host)
      : connection === null
        ? say("notConnected")
        : say("endedAt", host);
    form.hidden = isConnected;
    const hadFocus = document.activeElement === leave;
    leave.hidden = connection === null;
    if (hadFocus && leave.hidden) server.focus();
    submit.textContent = say(connection === null ? "connect" : "connectAgain");
    if (server.value === "") server.value = connection?.server ?? "";
  }

  async function finish(): Promise<void> {
    const finished = await finishConnection();
    if (finished === "none") return;
    if (finished !== "connected") tell(finished);
    const here = await browser.tabs.getCurrent();
    if (here?.id !== undefined) await browser.tabs.update(here.id, { active: true });
  }

  // The server's answer is in the address of the opened tab.
  browser.tabs.onUpdated.addListener((_, { url }) => {
    if (url !== undefined) void finish();
  });
  onChanged(connectionStore, () => {
    tell();
    void show().then(() => form.hidden && tell("connected"));
  });
  void show();
  void finish();
  return element("div", { class: "account" }, state, form, leave, status);
}

/** Signs out of the former server before connecting to another one. */
async function disconnectOther(server: string): Promise<void> {
  const connection = await connectionStore.read();
  if (connection !== null && connection.server !== server) await disconnect();
}
