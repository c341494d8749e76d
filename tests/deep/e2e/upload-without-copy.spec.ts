import type { Page } from "playwright/test";
import {
  chooseTrackAndStall,
  chooseTrackFile,
  expect,
  expectArrived,
  test,
  trackBox,
} from "../../support/faulty-network";
import { openMusic } from "../../support/music-step-page";
import { threePartWav } from "../../support/test-files";
import { waitForHydration } from "../../support/wizard";

test.beforeEach(({ expectFailure }) => expectFailure("net::ERR_"));

const refused = (name: string) => `() => Promise.reject(new DOMException("Refused", "${name}"))`;

/** Ways in which browsers keep no copy of a file, as scripts for the page and for its workers. */
const WAYS = {
  "has no file system":
    "delete StorageManager.prototype.getDirectory; delete StorageManager.prototype.estimate;",
  "has no storage at all":
    "Object.defineProperty(Object.getPrototypeOf(navigator), 'storage', { value: undefined });",
  "refuses its file system, as in private windows": `StorageManager.prototype.getDirectory = ${refused("SecurityError")};`,
  "cannot write to files within a worker":
    "delete FileSystemFileHandle.prototype.createSyncAccessHandle;",
  "refuses to open files for writing": `FileSystemFileHandle.prototype.createSyncAccessHandle = ${refused("InvalidStateError")};`,
  "is full in the middle of the copy": `if (self.FileSystemSyncAccessHandle) {
    const { write } = FileSystemSyncAccessHandle.prototype;
    FileSystemSyncAccessHandle.prototype.write = function (bytes, options) {
      if (options.at > 8e6) throw new DOMException("Full", "QuotaExceededError");
      return write.call(this, bytes, options);
    };
  }`,
  "remembers nothing at all": `StorageManager.prototype.getDirectory = ${refused("SecurityError")};
    const nothing = { configurable: true, get() { throw new DOMException("", "SecurityError"); } };
    for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(self, name, nothing);`,
};
/** The others of these are tried by `npm run test:deep`. */
const ALWAYS = "refuses to open files for writing";

async function giveBrowser(page: Page, script: string): Promise<void> {
  await page.addInitScript(script);
  await page.route("**/workers/ingest.js", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${script}\n${await reply.text()}` });
  });
}

/** The names of what lies in the browser's file system, where the page gets at it. */
const storedNames = (page: Page) =>
  page.evaluate(async () => {
    try {
      const root = await navigator.storage.getDirectory();
      const names: string[] = [];
      for await (const name of (await root.getDirectoryHandle("uploads")).keys()) names.push(name);
      return names;
    } catch {
      return [];
    }
  });

/** The page is opened anew, asks for the rest by its name, and is sent no more than that. */
async function expectRestIsSent(
  page: Page,
  network: Parameters<typeof expectArrived>[1],
): Promise<void> {
  await waitForHydration(page);
  await expect(trackBox(page)).toContainText(
    /\d[KM]B of 15\.3MB is safely stored\. Choose the same file again to send the rest\./,
  );
  await chooseTrackFile(page, threePartWav());
  await expectArrived(page, network, threePartWav(), { otherFaults: 1 });
}

for (const [name, script] of Object.entries(WAYS))
  test(`where the browser ${name}, a file goes on after a reload once it is chosen again`, {
    tag: name === ALWAYS ? [] : "@deep-links",
  }, async ({ page, network }) => {
    await giveBrowser(page, script);
    await openMusic(page);
    const release = await chooseTrackAndStall(page, network, threePartWav());
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    release();
    await expectRestIsSent(page, network);
    expect(await storedNames(page)).toEqual([]);
  });

test("a page that is left and can read its file no more, as in Safari, takes nothing of it away", async ({
  page,
  network,
}) => {
  await giveBrowser(page, WAYS["has no file system"]);
  await openMusic(page);
  const release = await chooseTrackAndStall(page, network, threePartWav());
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("Gone", "NotFoundError"));
    XMLHttpRequest.prototype.send = function send() {
      setTimeout(() => this.onerror?.(new ProgressEvent("error")));
    };
  });
  network.cutNow();
  await expect(trackBox(page).locator("..")).toContainText("Failed to process file.");
  await page.reload();
  release();
  await expectRestIsSent(page, network);
});
