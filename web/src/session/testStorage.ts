const methods = {
  getItem(this: Record<string, string>, key: string): string | null {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string): void {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string): void {
    delete this[key];
  },
};

/** A storage of the browser, for tests: its keys are those of what is stored. */
export const aStorage = (): Storage => Object.create(methods) as Storage;
