import type { LinkId } from "@satchel/contracts";
import type { ComponentType } from "react";
import type { AroundNavHandler } from "wouter";
import type { AppThunk } from "../kit/state.ts";
import type { Namespace } from "../kit/i18n/loadTexts.ts";
import type { ListState } from "../links/addressedList.ts";
import { loadPart } from "../kit/parts/loadPart.ts";
import { type Part, part } from "../kit/parts/part.tsx";
import { type Route, routeOf } from "./routes.ts";

interface PageFile {
  /** Folder and name of its module. */
  readonly name: string;
  readonly load: () => Promise<ComponentType>;
  /** Namespaces of its first view. */
  readonly texts: readonly Namespace[];
}

/** Namespaces of the archive's frame. */
const ARCHIVE: readonly Namespace[] = ["links", "folders", "add", "shortcuts"];

const pages: Record<Route, PageFile> = {
  "/": {
    name: "landing/LandingPage",
    load: async () => (await import("../features/landing/LandingPage.tsx")).LandingPage,
    texts: ["landing"],
  },
  "/links": {
    name: "archive/LinksPage",
    load: async () => (await import("./archive/LinksPage.tsx")).LinksPage,
    texts: ARCHIVE,
  },
  "/reset-password": {
    name: "reset-password/ResetPasswordPage",
    load: async () => (await import("../features/landing/reset-password/ResetPasswordPage.tsx")).ResetPasswordPage,
    texts: ["account", "landing"],
  },
  "/privacy": {
    name: "privacy/PrivacyPage",
    load: async () => (await import("../features/privacy/PrivacyPage.tsx")).PrivacyPage,
    texts: [],
  },
  "/confirm-address": {
    name: "confirm-address/ConfirmAddressPage",
    load: async () => (await import("../features/confirm-address/ConfirmAddressPage.tsx")).ConfirmAddressPage,
    texts: ["account"],
  },
  "/stop-digest": {
    name: "account/StopDigestPage",
    load: async () => (await import("../features/account/StopDigestPage.tsx")).StopDigestPage,
    texts: ["account"],
  },
  "/share": {
    name: "app/ShareMenuPage",
    load: async () => (await import("./ShareMenuPage.tsx")).ShareMenuPage,
    texts: ["share", "catalogue"],
  },
  "/connect": {
    name: "connect/ConnectPage",
    load: async () => (await import("../features/connect/ConnectPage.tsx")).ConnectPage,
    texts: ["share"],
  },
  "/connect/done": {
    name: "connect/ConnectPage",
    load: async () => (await import("../features/connect/ConnectPage.tsx")).ConnectDonePage,
    texts: ["share"],
  },
  "/tags": {
    name: "archive/FurtherPages",
    load: async () => (await import("./archive/FurtherPages.tsx")).TagsPage,
    texts: [...ARCHIVE, "archive"],
  },
  "/captures": {
    name: "archive/FurtherPages",
    load: async () => (await import("./archive/FurtherPages.tsx")).CapturesPage,
    texts: [...ARCHIVE, "archive"],
  },
  "/deleted": {
    name: "archive/FurtherPages",
    load: async () => (await import("./archive/FurtherPages.tsx")).DeletedPage,
    texts: [...ARCHIVE, "archive"],
  },
  "/duplicates": {
    name: "archive/TwicePage",
    load: async () => (await import("./archive/TwicePage.tsx")).TwicePage,
    texts: [...ARCHIVE, "duplicates"],
  },
  "/highlights": {
    name: "archive/MarkedPage",
    load: async () => (await import("./archive/MarkedPage.tsx")).MarkedPage,
    texts: [...ARCHIVE, "highlights"],
  },
  "/rules": {
    name: "archive/RuledPage",
    load: async () => (await import("./archive/RuledPage.tsx")).RuledPage,
    texts: [...ARCHIVE, "rules", "selection"],
  },
  "/read": {
    name: "archive/ReadingPage",
    load: async () => (await import("./archive/ReadingPage.tsx")).ReadingPage,
    texts: ["links", "reading", "offline"],
  },
};

const pageOf = (path: string): PageFile | undefined => {
  const route = routeOf(path);
  return route in pages ? pages[route as Route] : undefined;
};

/** Whether an address is one of the archive: it needs a verified session, and says something of links. */
export const isOfArchive = (path: string): boolean => pageOf(path)?.texts.includes("links") === true;

/** Namespaces of the first view of an address. */
export const textsOf = (path: string): readonly Namespace[] => ["kit", ...(pageOf(path)?.texts ?? [])];

const components = new Map<string, Part<object>>(
  Object.entries(pages).map(([path, { name, load, texts }]) => [path, part(name, load, { texts })]),
);

/** The component of a page; undefined for an unknown address. */
export const pageAt = (path: string): Part<object> | undefined => components.get(routeOf(path));

/** Starts loading the page of an address, in parallel with the other requests of the start. */
export function preload(path: string): void {
  // On failure, the page shows it.
  pageAt(path)
    ?.load()
    .catch(() => undefined);
}

/** The link of the first row in sight, if any. */
const linkInSight = (): string | undefined =>
  [...document.querySelectorAll<HTMLElement>("article[data-link]")].find((row) => row.getBoundingClientRect().top >= 0)
    ?.dataset["link"];

let navigations = 0;

/** Navigates when the target page is loaded; until then the current page stays. */
export const afterLoading: AroundNavHandler = (navigate, to, options) => {
  const { pathname, search, hash } = new URL(to, window.location.href);
  const navigation = ++navigations;
  function go(): void {
    if (navigation !== navigations) return;
    const { location } = window;
    const isHere = pathname === location.pathname && search === location.search && hash === location.hash;
    // The way back leads to the row of the article, or to the first that was in sight.
    if (location.pathname === "/links" && pathname !== "/links") {
      const link = pathname.startsWith("/read/") ? pathname.slice("/read/".length) : linkInSight();
      if (link !== undefined) history.replaceState({ link: link as LinkId } satisfies ListState, "");
    }
    // Like a browser with a link to the current address.
    navigate(to, isHere ? { ...options, replace: true } : options);
  }
  const page = pageAt(pathname);
  if (page === undefined || page.isThere()) go();
  // On failure, the target shows it.
  else void page.load().then(go, go);
};

/** Requests the first data of an address of the archive, before it is rendered. Resolves when it has arrived or failed. */
export const askFirst =
  ({ pathname, search }: Pick<Location, "pathname" | "search">): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (pathname !== "/links") return;
    const page = await loadPart(pages["/links"].name, () => import("./archive/LinksPage.tsx"));
    await dispatch(page.askFirst(new URLSearchParams(search)));
  };
