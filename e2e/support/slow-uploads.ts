import type { Page } from "@playwright/test";

/** Sends what the page sends at 100,000 octets a second. @returns ends that */
export async function slowUploads(page: Page): Promise<() => Promise<unknown>> {
  const network = await page.context().newCDPSession(page);
  const at = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await at(100_000);
  return () => at(-1);
}
