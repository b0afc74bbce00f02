import i18next from "i18next";
import { expect, it } from "vitest";
import { deviceIn } from "./rules.ts";
import de from "./texts.de.ts";
import en from "./texts.en.ts";

const inLanguage = async (lng: string) => {
  const instance = i18next.createInstance();
  await instance.init({ lng, resources: { de: { account: de }, en: { account: en } } });
  const t = instance.getFixedT(lng, "account");
  return (device: string) => deviceIn(t, device);
};

it("names where somebody is signed in in their language", async () => {
  const [german, english] = [await inLanguage("de"), await inLanguage("en")];
  expect(german("Chrome on Linux")).toBe("Chrome unter Linux");
  expect(german("Unknown device")).toBe("Unbekanntes Gerät");
  expect(german("curl")).toBe("curl");
  expect(english("Samsung Internet on Android")).toBe("Samsung Internet on Android");
});
