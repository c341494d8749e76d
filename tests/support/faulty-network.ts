import type { BrowserContext, Page } from "playwright/test";
import { PART_BYTES } from "~/uploads/upload-plan";
import { openStoreReader } from "./app-stores";
import { appUnderTest } from "./app-under-test";
import { draftFiles, SONG } from "./drafts";
import { FaultProxy } from "./fault-proxy";
import { expect, test as journey } from "./journey";
import type { GeneratedFile } from "./test-files";
import { audioField, fileBox, toVisitor } from "./wizard";

/** Requests that carry a part of a file, or a piece of one. */
export const PARTS = /^PUT \/api\/cloud-storage\/uploads\/[^/]+\/parts\//;
/** Requests that carry bytes of files on any route. */
const FILES = /^(PUT \/api\/cloud-storage\/|POST \/api\/upload$)/;

/** A journey through a network that its test makes bad. */
export const test = journey.extend<{ network: FaultProxy }>({
  network: async ({ mode: _ }, use) => {
    const proxy = await FaultProxy.start(appUnderTest().url);
    await use(proxy);
    await proxy.close();
  },
  baseURL: ({ network }, use) => use(network.url),
  ignoreHTTPSErrors: true,
});
export { expect };

/** Chooses the track as artists do: browsers take the same name twice for no change otherwise. */
export async function chooseTrackFile(page: Page, { path }: { path: string }): Promise<void> {
  const dialog = page.waitForEvent("filechooser");
  await audioField(page).click();
  await (await dialog).setFiles(path);
}

/**
 * Chooses the track and waits until the label has a part of it; only half of it is let through.
 * So whatever a test does then meets an upload under way, however fast the machine is.
 * @returns what lets the rest come over.
 */
export async function chooseTrackAndStall(
  page: Page,
  network: FaultProxy,
  file: { path: string; size: number },
): Promise<() => void> {
  const release = network.stallBodies(PARTS, file.size / 2);
  await chooseTrackFile(page, file);
  await waitForParts(network, 1);
  return release;
}

/** What the page says of the track. */
export const trackBox = (page: Page) => fileBox(page, "Audio");

/** Waits until the page says that the track is stored. */
export async function expectStored(page: Page, seconds = 90): Promise<void> {
  const timeout = seconds * 1000;
  await expect(trackBox(page)).toContainText("Uploaded and ready: ", { timeout });
}

/** Waits until the label has acknowledged so many parts or pieces. */
async function waitForParts(proxy: FaultProxy, count: number): Promise<void> {
  const storedPartCount = () => proxy.seen(PARTS).filter(({ status }) => status === 200).length;
  await expect.poll(storedPartCount, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
}

/** Waits until this browser has a whole copy of the track. */
export async function waitForStoredCopy(page: Page, { sha256 }: GeneratedFile): Promise<void> {
  const storedUploads = () => page.evaluate(() => localStorage.getItem("uploads") ?? "");
  await expect.poll(storedUploads, { timeout: 60_000 }).toContain(sha256);
}

/** The bucket holds exactly this file in the place of the track, and no second one. */
export async function expectTrackIntact(
  context: BrowserContext,
  { size, sha256 }: GeneratedFile,
  address = appUnderTest().url,
): Promise<void> {
  const files = await draftFiles(openStoreReader(address), await toVisitor(context));
  const tracks = files.filter(({ slot }) => slot === SONG.slot);
  expect(tracks).toMatchObject([{ state: "complete", size, sha256 }]);
}

/**
 * No more bytes of files were sent than issue 4 allows: 1.05 times the size, and one part for each
 * cut. A fault that is no cut of the proxy's, such as a page that died, is counted in `others`.
 */
function expectFrugal(proxy: FaultProxy, { size }: { size: number }, otherFaults = 0): void {
  const cuts = proxy.counts.cuts + otherFaults;
  const sentBytes = proxy.bodyBytes(FILES);
  expect(sentBytes, `bytes of files, after ${cuts} cuts`).toBeLessThanOrEqual(
    1.05 * size + cuts * PART_BYTES,
  );
}

/**
 * The track is stored, as the page says and to the byte, and no more was sent than is allowed.
 * @param others faults that are no cuts of the network's.
 */
export async function expectArrived(
  page: Page,
  network: FaultProxy,
  file: GeneratedFile,
  {
    otherFaults = 0,
    seconds = 90,
    address,
  }: { otherFaults?: number; seconds?: number; address?: string } = {},
): Promise<void> {
  await expectStored(page, seconds);
  await expectTrackIntact(page.context(), file, address);
  expectFrugal(network, file, otherFaults);
}
