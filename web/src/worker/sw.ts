import { routeOf, ROUTES } from "../app/routes.ts";
import {
  ARCHIVE_PREFIX,
  isPicture,
  PAGE_PREFIX,
  PICTURES_KEPT,
  SHARED_FILES,
  surplus,
  TAKE_OVER,
} from "../session/names.ts";

declare const self: ServiceWorkerGlobalScope;
/** Set by the build: the paths of the page's files, and a version that changes with any of them. */
declare const PAGE_FILES: readonly string[];
declare const PAGE_VERSION: string;

const PAGE = PAGE_PREFIX + PAGE_VERSION;
const INDEX = "/index.html";
const files = new Set(PAGE_FILES);
const routes = new Set<string>(ROUTES);

const isAsset = (path: string): boolean => path.startsWith("/assets/");

self.addEventListener("install", (event) => {
  event.waitUntil(keepPage());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});
self.addEventListener("message", ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

/** What a notification says, and what it opens: made by `services/identity/src/commands/push.ts`. */
interface Notice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

self.addEventListener("push", (event) => {
  if (event.data === null) return;
  const { title, body, tag, path } = event.data.json() as Notice;
  const icon = "/icons/icon-192.png";
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: path }));
  // A dot on the icon of the installed page, until it is opened.
  event.waitUntil(self.navigator.setAppBadge?.() ?? Promise.resolve());
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

/** Shows a path of the page in a tab that is open, or in a new one. */
async function show(path: string): Promise<void> {
  const [tab] = await self.clients.matchAll({ type: "window" });
  if (tab === undefined) return void (await self.clients.openWindow(path));
  await tab.focus();
  await tab.navigate(path);
}

/** Caches all files or fails: a version that was replaced meanwhile is not installed. Browsers try again at a later visit. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(PAGE);
  await cache.addAll(PAGE_FILES.map((path) => new Request(path, { cache: isAsset(path) ? "default" : "reload" })));
}

/** Keeps the previous version, for tabs that still show it and load further parts. */
async function takeOver(): Promise<void> {
  const pages = (await caches.keys()).filter((name) => name.startsWith(PAGE_PREFIX));
  for (const name of pages.slice(0, -2)) await caches.delete(name);
  await self.clients.claim();
}

// API calls are not handled: the page itself stores their answers for reading offline, because it knows the session.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "POST" && request.mode === "navigate" && pathname === "/share")
    return event.respondWith(share(request).catch(forgetShared));
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (routes.has(routeOf(pathname))) event.respondWith(index(request));
  } else if (isPicture(pathname)) event.respondWith(picture(event));
  else if (files.has(pathname) || isAsset(pathname)) event.respondWith(file(request, pathname));
});

/**
 * Leads to what was shared by the menu of a phone: a link, or else files, which the page takes from their cache. It asks
 * before it saves either (decision 28), for any web page can send such a form.
 */
async function share(request: Request): Promise<Response> {
  const fields = [...(await request.formData())];
  const files = fields.flatMap(([, value]) => (typeof value === "string" ? [] : [value]));
  const texts = fields.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  // Programs that share a link may add a picture of it.
  if (files.length === 0 || texts.some(([, value = ""]) => /https?:\/\//i.test(value)))
    return Response.redirect(`/share?${new URLSearchParams(texts)}`, 303);
  await caches.delete(SHARED_FILES);
  const cache = await caches.open(SHARED_FILES);
  for (const [index, file] of files.entries())
    await cache.put(`/shared/${index}/${encodeURIComponent(file.name)}`, new Response(file));
  return Response.redirect("/share?files", 303);
}

/** Of a share that could not be read or stored whole, none is kept: the page asks for it once more. */
async function forgetShared(): Promise<Response> {
  await caches.delete(SHARED_FILES);
  return Response.redirect("/share?files", 303);
}

/** The page itself, of this worker's version, so that its parts fit together. */
async function index(request: Request): Promise<Response> {
  return (await (await caches.open(PAGE)).match(INDEX)) ?? fetch(request);
}

/** A file of the page. Names of assets contain a hash of the content, so any version's file is right. */
async function file(request: Request, path: string): Promise<Response> {
  const page = await caches.open(PAGE);
  const kept = isAsset(path) ? await caches.match(request) : await page.match(path);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && isAsset(path)) await page.put(request, answer.clone());
  return answer;
}

/** The cache of the current session, if it has one. */
const archiveName = async (): Promise<string | undefined> =>
  (await caches.keys()).find((name) => name.startsWith(ARCHIVE_PREFIX));

/** A picture from the session's cache, or from the server, when it is cached. */
async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const name = await archiveName();
  const kept = name === undefined ? undefined : await (await caches.open(name)).match(request, { ignoreVary: true });
  // A picture with a version in its address never changes.
  if (kept !== undefined && new URL(request.url).searchParams.has("v")) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && name !== undefined) event.waitUntil(keepPicture(name, request, answer.clone()));
    return answer;
  } catch (error) {
    if (kept !== undefined) return kept;
    throw error;
  }
}

async function keepPicture(name: string, request: Request, answer: Response): Promise<void> {
  // After the end of the session nothing is cached.
  if (!(await caches.has(name))) return;
  const archive = await caches.open(name);
  await archive.put(request, answer);
  for (const old of surplus(await archive.keys(), isPicture, PICTURES_KEPT)) await archive.delete(old);
}
