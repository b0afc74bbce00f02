import { browser } from "@wxt-dev/browser";
import type { Badge } from "../core/badge.ts";
import { badgeOf, badgeOfMany, SAVING, waitingBadge } from "../core/badge.ts";
import type { Outcome } from "../core/outcome.ts";
import { waitingFor } from "../core/queue.ts";
import { reasonOf } from "../texts/reason.ts";
import { say } from "../texts/say.ts";
import { connected } from "./connection.ts";
import { panelFirstStore, queueStore } from "./stores.ts";

const PANEL = "panel.html";

/** Shows a badge on a tab's button until the tab navigates; without `tabId`, on the button of all other tabs. */
async function show({ text, color, title }: Badge, tabId?: number): Promise<void> {
  const tab = tabId === undefined ? {} : { tabId };
  const { action } = browser;
  // Fails if the tab was closed meanwhile.
  await Promise.all([
    action.setBadgeBackgroundColor({ color, ...tab }),
    action.setBadgeTextColor({ color: "#ffffff", ...tab }),
    action.setBadgeText({ text, ...tab }),
    action.setTitle({ title: say(title.key, ...title.words.map(reasonOf)), ...tab }),
  ]).catch(() => undefined);
}

export const showSaving = (tabId: number): Promise<void> => show(SAVING, tabId);

/** Shows the outcome of saving a tab's page. The next click on this page opens the panel. */
export async function showOutcome(tabId: number, outcome: Outcome): Promise<void> {
  await show(badgeOf(outcome), tabId);
  await browser.action.setPopup({ tabId, popup: PANEL }).catch(() => undefined);
}

export const showOutcomes = (tabId: number, outcomes: readonly Outcome[]): Promise<void> =>
  show(badgeOfMany(outcomes), tabId);

/** Resets a tab's button: the next click saves again. */
export async function showNothing(tabId: number): Promise<void> {
  await show(await badgeOfWaiting(), tabId);
  const popup = (await panelFirstStore.read()) ? PANEL : "";
  await browser.action.setPopup({ tabId, popup }).catch(() => undefined);
}

async function badgeOfWaiting(): Promise<Badge> {
  const { account } = await connected();
  return waitingBadge(waitingFor(await queueStore.read(), account).length);
}

/** Shows the number of pages that wait for the connected account on all tabs. */
export const showWaiting = async (): Promise<void> => show(await badgeOfWaiting());

/** Applies the setting whether a first click on a page opens the panel or saves the page. */
export async function applyPanelFirst(): Promise<void> {
  await browser.action.setPopup({ popup: (await panelFirstStore.read()) ? PANEL : "" });
}
