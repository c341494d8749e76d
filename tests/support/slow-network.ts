import type { Page } from "playwright";

/** A network that a test can slow down, cut and mend. */
interface Network {
  /** `up` in bytes per second. */
  slow: (up: number) => Promise<void>;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
}

/** The network of a page, by Chromium's own emulation; tells the page about on- and offline. */
export async function emulateNetwork(page: Page): Promise<Network> {
  const devtools = await page.context().newCDPSession(page);
  const set = async (offline: boolean, up: number) => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: up };
    await devtools.send("Network.emulateNetworkConditions", conditions);
  };
  await devtools.send("Network.enable");
  return { slow: (up) => set(false, up), cut: () => set(true, -1), mend: () => set(false, -1) };
}
