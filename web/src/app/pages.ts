import type { ComponentType } from "react";
import type { AroundNavHandler } from "wouter";
import type { AppThunk } from "../kit/state.ts";
import type { Namespace } from "../kit/i18n/loadTexts.ts";
import { loadPart } from "../kit/parts/loadPart.ts";
import { type Part, part } from "../kit/parts/part.tsx";
import type { Route } from "./routes.ts";

interface PageFile {
  /** Folder and name of its module. */
  readonly name: string;
  readonly load: () => Promise<ComponentType>;
  /** What its first view says. */
  readonly texts: readonly Namespace[];
}

/** What the frame of the archive says. */
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
  "/share": {
    name: "share/SharePage",
    load: async () => (await import("../features/share/SharePage.tsx")).SharePage,
    texts: ["share"],
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
};

const pageOf = (path: string): PageFile | undefined => (path in pages ? pages[path as Route] : undefined);

/** The namespaces of what the first view of an address says. */
export const textsOf = (path: string): readonly Namespace[] => ["kit", ...(pageOf(path)?.texts ?? [])];

const components = new Map<string, Part<object>>(
  Object.entries(pages).map(([path, { name, load, texts }]) => [path, part(name, load, { texts })]),
);

/** The component of a page; undefined of an address that leads nowhere. */
export const pageAt = (path: string): Part<object> | undefined => components.get(path.replace(/(?<=.)\/$/, ""));

/** Begins to load the page of an address, so that it comes beside what else is asked for at the start. */
export function preload(path: string): void {
  // Where it fails, the page says so.
  pageAt(path)
    ?.load()
    .catch(() => undefined);
}

let navigations = 0;

/** Changes the address once the page that it leads to is there: until then the present one stays. */
export const afterLoading: AroundNavHandler = (navigate, to, options) => {
  const { pathname, search, hash } = new URL(to, window.location.href);
  const navigation = ++navigations;
  function go(): void {
    if (navigation !== navigations) return;
    const { location } = window;
    const isHere = pathname === location.pathname && search === location.search && hash === location.hash;
    // As a browser does with a link to the present address.
    navigate(to, isHere ? { ...options, replace: true } : options);
  }
  const page = pageAt(pathname);
  if (page === undefined || page.isThere()) go();
  // Where it can't be loaded, the page says so in its place.
  else void page.load().then(go, go);
};

/** Asks for what an address of the archive shows at first, before it is drawn. Resolves when that is there, or is not to be had. */
export const askFirst =
  ({ pathname, search }: Pick<Location, "pathname" | "search">): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (pathname !== "/links") return;
    const page = await loadPart(pages["/links"].name, () => import("./archive/LinksPage.tsx"));
    await dispatch(page.askFirst(new URLSearchParams(search)));
  };
