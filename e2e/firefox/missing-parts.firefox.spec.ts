import { addresses } from "../support/environment.ts";
import { sendMail } from "../support/mail.ts";
import { pageUrl } from "../support/test.ts";
import { signIn } from "../support/signing-in.ts";
import { expect } from "@playwright/test";
import { test } from "./test.ts";

test("given Firefox, and the first request of each later script is dropped, then forms, keys, dialogs, live updates and search come all the same", async ({
  other: firefox,
  email,
}) => {
  test.slow();
  const html = await (await fetch(`${addresses().url}/privacy`, { headers: { accept: "text/html" } })).text();
  const first = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path));
  const dropped = await firefox.dropFirst((path) => /^\/assets\/.+\.js$/.test(path) && !first.has(path));
  const tab = await signIn(firefox, email);

  await sendMail(email, "A loaf", pageUrl("Rye bread"));
  await tab.sees("All about Rye bread, in one page.");
  await tab.hover({ css: "article" });
  await tab.press({ role: "button", name: "Favorite" });
  await tab.finds({ role: "link", name: "Favorites, 1" });

  await tab.type("?");
  await tab.finds({ role: "dialog", name: "Keyboard shortcuts" });
  await tab.type("\uE00C");
  await tab.type("n");
  await tab.finds({ role: "dialog", name: "Add links" });
  await tab.type("\uE00C");
  await tab.press({ role: "button", name: "Settings" });
  await tab.finds({ role: "dialog", name: "Account" });
  await tab.type("\uE00C");

  await tab.type("/");
  await tab.type("oats");
  await tab.seesNoMore("All about Rye bread");
  expect(dropped.size).toBeGreaterThan(10);
});
