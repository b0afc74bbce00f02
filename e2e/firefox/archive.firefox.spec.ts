import { sendMail } from "../support/mail.ts";
import { pageUrl } from "../support/test.ts";
import { signIn } from "../support/signing-in.ts";
import { test } from "./test.ts";

test("given Firefox, when a person signs in by a code and mails links, then they come into the open page, are kept, found and deleted", async ({
  other: firefox,
  email,
}) => {
  const tab = await signIn(firefox, email);

  await sendMail(email, "A loaf", pageUrl("Rye bread"));
  await tab.sees("All about Rye bread, in one page.");
  await tab.hover({ css: "article" });
  await tab.press({ role: "button", name: "Favorite" });
  await tab.finds({ role: "link", name: "Favorites, 1" });
  await sendMail(email, "A cake", pageUrl("Apple cake"));
  await tab.sees("All about Apple cake, in one page.");
  await tab.finds({ role: "link", name: "All Links, 2" });

  await tab.type("/");
  await tab.type("rye");
  await tab.seesNoMore("All about Apple cake");
  await tab.sees("All about Rye bread, in one page.");
  await tab.type("\uE00C");
  await tab.sees("All about Apple cake");

  await tab.hover({ css: "article" });
  await tab.press({ role: "button", name: "Delete" });
  await tab.seesNoMore("All about Apple cake");
  await tab.press({ role: "button", name: "Undo" });
  await tab.sees("All about Apple cake");
});

test("given Firefox, when a link is moved to a folder, then it is there, and a search for the folder finds it", async ({
  other: firefox,
  email,
}) => {
  const tab = await signIn(firefox, email);
  await tab.evaluate(
    `fetch("/api/folders/", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Kitchen", parent_folder_id: null }) }).then(({ status }) => status)`,
  );
  await sendMail(email, "A loaf", pageUrl("Rye bread"));
  await tab.sees("All about Rye bread, in one page.");

  await tab.hover({ css: "article" });
  await tab.press({ role: "button", name: "Move to…" });
  await tab.press({ role: "button", name: "Kitchen" });

  await tab.finds({ role: "link", name: "Kitchen, 1 link" });
  await tab.sees("moved to Kitchen");
  await tab.type("/");
  await tab.type("in:kitchen");
  await tab.sees("All about Rye bread, in one page.");
});
