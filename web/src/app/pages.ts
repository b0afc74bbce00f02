import { type ComponentType, createElement, lazy, useState } from "react";
import type { Pack } from "./i18n/packs.ts";
import type { AppThunk } from "./hooks.ts";
import type { Route } from "./routes.ts";

const load = {
  "/": async () => (await import("../features/landing/LandingPage.tsx")).LandingPage,
  "/links": async () => (await import("../features/links/LinksPage.tsx")).LinksPage,
  "/reset-password": async () => (await import("../features/reset-password/ResetPasswordPage.tsx")).ResetPasswordPage,
  "/privacy": async () => (await import("../features/privacy/PrivacyPage.tsx")).PrivacyPage,
  "/confirm-address": async () =>
    (await import("../features/confirm-address/ConfirmAddressPage.tsx")).ConfirmAddressPage,
  "/share": async () => (await import("../features/share/SharePage.tsx")).SharePage,
  "/connect": async () => (await import("../features/connect/ConnectPage.tsx")).ConnectPage,
  "/connect/done": async () => (await import("../features/connect/ConnectDonePage.tsx")).ConnectDonePage,
  "/tags": async () => (await import("../features/tags/TagsPage.tsx")).TagsPage,
  "/captures": async () => (await import("../features/captures/CapturesPage.tsx")).CapturesPage,
} as const satisfies Record<Route, () => Promise<ComponentType>>;

/** The pages whose component is there already. */
const there = new Map<Route, ComponentType>();

/** Loads a page. */
async function loadPage(path: Route): Promise<ComponentType> {
  const component = await load[path]();
  there.set(path, component);
  return component;
}

/** The component of a page: drawn without a pause where it is there as it is first drawn, and else as soon as it comes. */
function page(path: Route): ComponentType {
  const late = lazy(async () => ({ default: await loadPage(path) }));
  return function Page() {
    const [shown] = useState(() => there.get(path) ?? late);
    return createElement(shown);
  };
}

export const LandingPage = page("/");
export const LinksPage = page("/links");
export const ResetPasswordPage = page("/reset-password");
export const PrivacyPage = page("/privacy");
export const ConfirmAddressPage = page("/confirm-address");
export const SharePage = page("/share");
export const ConnectPage = page("/connect");
export const ConnectDonePage = page("/connect/done");
export const TagsPage = page("/tags");
export const CapturesPage = page("/captures");

/** Begins to load the page of an address, so that it comes beside what else is asked for at the start. */
export function preload(path: string): void {
  // Where it fails, it is tried again when the page is shown.
  if (path in load) void loadPage(path as Route).catch(() => undefined);
}

/** Asks for what an address of the archive shows at first, before it is drawn. Resolves when that is there, or is not to be had. */
export const askFirst =
  ({ pathname, search }: Pick<Location, "pathname" | "search">): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (pathname !== "/links") return;
    const page = await import("../features/links/LinksPage.tsx");
    await dispatch(page.askFirst(new URLSearchParams(search)));
  };

const packs: Record<Route, Pack[]> = {
  "/": ["start", "landing"],
  "/links": ["start", "archive"],
  "/reset-password": ["start", "landing", "further"],
  "/privacy": ["start"],
  "/confirm-address": ["start", "further"],
  "/share": ["start", "further"],
  "/connect": ["start", "further"],
  "/connect/done": ["start", "further"],
  "/tags": ["start", "archive"],
  "/captures": ["start", "archive", "soon"],
};

/** What the first sight of an address says; what it says besides is loaded as it is needed. */
export const packsOf = (path: string): readonly Pack[] => (path in packs ? packs[path as Route] : ["start"]);
