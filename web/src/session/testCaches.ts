const ORIGIN = "http://page.example";

/** The browser's caches, as far as an archive uses them: keys in the order they came. */
export function aCacheStorage() {
  const stores = new Map<string, Map<string, string>>();
  const urlOf = (key: RequestInfo | URL) =>
    new URL(typeof key === "string" ? key : key instanceof URL ? key : key.url, ORIGIN).href;
  const opened: string[] = [];
  const open = async (name: string) => {
    opened.push(name);
    const entries = stores.get(name) ?? new Map<string, string>();
    stores.set(name, entries);
    return {
      put: async (key: string, answer: Response) => void entries.set(urlOf(key), await answer.text()),
      delete: async (key: RequestInfo) => entries.delete(urlOf(key)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      match: async (key: RequestInfo) => {
        const text = entries.get(urlOf(key));
        return text === undefined ? undefined : new Response(text);
      },
    };
  };
  const caches = {
    open,
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  return { stores, opened, caches: caches as unknown as CacheStorage };
}
