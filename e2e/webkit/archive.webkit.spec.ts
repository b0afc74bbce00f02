import { addresses } from "../support/environment.ts";
import { sendMail } from "../support/mail.ts";
import { signIn } from "../support/signing-in.ts";
import { pageUrl } from "../support/test.ts";
import { expect } from "@playwright/test";
import { test } from "./test.ts";

const ESCAPE = "\uE00C";
const RIGHT = "\uE014";

test("given WebKit, when a person signs in and mails a link, then it comes into the open page, is found, moved and deleted", async ({
  other: webkit,
  email,
}) => {
  const tab = await signIn(webkit, email);
  await sendMail(email, "A loaf", pageUrl("Rye bread"));
  await tab.sees("All about Rye bread, in one page.");
  await tab.type("/");
  await tab.type("cake");
  await tab.seesNoMore("All about Rye bread");
  await tab.type(ESCAPE);
  await tab.sees("All about Rye bread");

  await tab.hover({ css: "article" });
  await tab.press({ role: "button", name: "Move to…" });
  await tab.finds({ css: "dialog[open]" });
  await tab.type(ESCAPE);
  await expect.poll(() => tab.evaluate("document.querySelector('dialog') === null")).toBe(true);
  await tab.press({ role: "button", name: "Move to…" });
  await tab.type("Kitchen\uE007");
  await tab.sees("moved to Kitchen");

  await tab.hover({ css: "article" });
  await tab.press({ role: "button", name: "Delete" });
  await tab.seesNoMore("All about Rye bread");
  await tab.press({ role: "button", name: "Undo" });
  await tab.sees("All about Rye bread");
});

test("given WebKit, when words are selected and h is pressed, then they stay selected while a colour is chosen", async ({
  other: webkit,
  email,
}) => {
  const tab = await signIn(webkit, email);
  const { siteUrl } = addresses();
  await tab.evaluate(
    `fetch("/api/links/", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: "${siteUrl}/articles/Tides" }) }).then(({ status }) => status)`,
  );
  await tab.press({ role: "link", name: "Read in Satchel" });
  await tab.sees("Select words in the text to highlight them.");
  // Where the mouse was last decides whether the focus ends a selection.
  await tab.press({ css: ".article p" });
  await tab.evaluate("getSelection().selectAllChildren(document.querySelector('.article h2'))");
  await tab.finds({ css: ".marks__bar" });
  await tab.type("h");
  await tab.type(RIGHT);
  expect(await tab.evaluate("[getSelection().toString(), document.activeElement.title].join()")).toBe(
    "Spring and neap,Green",
  );
  await tab.type(" ");
  await tab.finds({ css: ".marks__list [id^='mark-']" });
});
