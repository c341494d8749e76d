import type { BrowserContext, Page } from "playwright/test";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
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

/** A journey with a faulty network. */
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

/** Chooses the track; the field is cleared first, as browsers report no change for the same name. */
export async function chooseTrackFile(page: Page, { path }: { path: string }): Promise<void> {
  const dialog = page.waitForEvent("filechooser");
  await audioField(page).click();
  await (await dialog).setFiles(path);
}

/**
 * Chooses the track and waits until the server has a part of it; only half of it is passed on, so that
 * the upload is still running afterwards on any machine.
 * @returns passes on the rest.
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

/** The box of the track on the page. */
export const trackBox = (page: Page) => fileBox(page, "Audio");

/** Waits until the page shows that the track is stored. */
async function expectStored(page: Page, seconds = 90): Promise<void> {
  const timeout = seconds * 1000;
  await expect(trackBox(page)).toContainText("Uploaded and ready: ", { timeout });
}

/** Waits until the server has acknowledged this many parts or pieces. */
async function waitForParts(proxy: FaultProxy, count: number): Promise<void> {
  const storedPartCount = () => proxy.seen(PARTS).filter(({ status }) => status === 200).length;
  await expect.poll(storedPartCount, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
}

/** Waits until the browser has a complete copy of the track. */
export async function waitForStoredCopy(page: Page, { sha256 }: GeneratedFile): Promise<void> {
  const storedUploads = () => page.evaluate(() => localStorage.getItem("uploads") ?? "");
  await expect.poll(storedUploads, { timeout: 60_000 }).toContain(sha256);
}

/** Expects exactly this file in the slot of the track, and no other. */
async function expectTrackIntact(
  context: BrowserContext,
  { size, sha256 }: GeneratedFile,
  address = appUnderTest().url,
): Promise<void> {
  const files = await draftFiles(openStoreReader(address), await toVisitor(context));
  const tracks = files.filter(({ slot }) => slot === SONG.slot);
  expect(tracks).toMatchObject([{ state: "complete", size, sha256 }]);
}

/**
 * Expects that at most 1.05 times the size was sent, and one part more for each cut.
 * @param otherFaults faults that are no cuts of the proxy, such as a closed page.
 */
function expectFrugal(proxy: FaultProxy, { size }: { size: number }, otherFaults = 0): void {
  const cuts = proxy.counts.cuts + otherFaults;
  const sentBytes = proxy.bodyBytes(FILES);
  expect(sentBytes, `bytes of files, after ${cuts} cuts`).toBeLessThanOrEqual(
    1.05 * size + cuts * PART_BYTES,
  );
}

/**
 * Expects that the track is stored, on the page and byte by byte, without too many bytes sent.
 * @param otherFaults faults that are no cuts of the proxy.
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
