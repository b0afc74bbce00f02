import { describe, expect, it } from "vitest";
import { dropToken, keptToken, type PageWindow, takeToken } from "./confirmationToken.ts";

/** A tab that shows an address. */
function tabAt(address: string) {
  const url = new URL(address, "https://satchel.example");
  const kept = new Map<string, string>();
  const tab: PageWindow = {
    location: url,
    history: {
      state: null,
      replaceState: (_state, _title, next) => {
        url.href = new URL(String(next), url).href;
      },
    },
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  };
  return { tab, url };
}

describe("the token of a mailed link", () => {
  it("is taken out of the address bar", () => {
    const { tab, url } = tabAt("/confirm-address#token=a-b_c%2Bd");

    expect(takeToken(tab)).toBe("a-b_c+d");
    expect(url.href).toBe("https://satchel.example/confirm-address");
  });

  it("is still there when the page is shown again after signing in", () => {
    const { tab } = tabAt("/confirm-address#token=abc");
    takeToken(tab);

    expect(keptToken(tab)).toBe("abc");
    expect(takeToken(tab)).toBe("abc");
  });

  it("gives way to the one of a newer mail", () => {
    const { tab, url } = tabAt("/confirm-address#token=old");
    takeToken(tab);
    url.hash = "token=new";

    expect(takeToken(tab)).toBe("new");
  });

  it("is gone once it was dropped", () => {
    const { tab } = tabAt("/confirm-address#token=abc");
    takeToken(tab);
    dropToken(tab);

    expect(keptToken(tab)).toBeUndefined();
    expect(takeToken(tab)).toBeUndefined();
  });

  it.each(["/confirm-address", "/confirm-address#", "/confirm-address#token=", "/confirm-address#other=1"])(
    "is missing at %s",
    (address) => expect(takeToken(tabAt(address).tab)).toBeUndefined(),
  );
});
