import { addresses } from "./environment.ts";
import { codeMailedTo } from "./mail.ts";
import type { Opener, Tab } from "./tab.ts";

/** Signs in by the forms and a mailed code. Gives the tab with the archive. */
export async function signIn(browser: Opener, email: string): Promise<Tab> {
  const tab = await browser.open(`${addresses().url}/`);
  // What is seen before the scripts have come takes nothing yet.
  await tab.press({ css: "#root input[type=email]" });
  await tab.type(`${email}\uE007`);
  await tab.finds({ css: "input[autocomplete=one-time-code]" });
  const code = await codeMailedTo(email);
  await tab.press({ css: "input[autocomplete=one-time-code]" });
  // It goes by itself with its last digit.
  await tab.type(code);
  await tab.sees("Your satchel is empty");
  return tab;
}
