import { addresses } from "../support/environment.ts";
import { codeMailedTo } from "../support/mail.ts";
import type { Firefox } from "./firefox.ts";
import type { Tab } from "./tab.ts";

/** Signs in by the forms and a mailed code. Gives the tab with the archive. */
export async function signIn(firefox: Firefox, email: string): Promise<Tab> {
  const tab = await firefox.open(`${addresses().url}/`);
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
