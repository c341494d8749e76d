import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright/test";
import { freePort } from "../bench/free-port";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, sha256, uploadRows } from "../support/drafts";
import { waitForStoredCopy } from "../support/faulty-network";
import { expect, test } from "../support/journey";
import { type S3Server, startS3Server } from "../support/s3-server";
import { threePartWav } from "../support/test-files";
import { Visitor } from "../support/visitor";
import { audioField, fileBox, openDraftInBrowser, waitForHydration } from "../support/wizard";

/* The browser's engine with parts that go straight to an S3 server of another origin. */

let storage: S3Server;
let app: AppServer;
let visitor: Visitor;

test.beforeAll(async () => {
  const port = await freePort();
  storage = await startS3Server({ origin: `http://localhost:${port}` });
  app = await startApp({
    build: false,
    port,
    env: storage.settings,
  });
});
test.afterAll(async () => {
  await app?.stop();
  await storage?.stop();
});
/**
 * To the page every line is eight times as fast: where the machine is full, even its own counts as a slow
 * one, on which pieces go by our site and nothing straight to the storage.
 */
function hurryLine(): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 8;
}

test.beforeEach(async ({ page, context }) => {
  storage.requests.length = 0;
  await page.addInitScript(hurryLine);
  visitor = await createDraftAt("music", {}, new Visitor(app.url));
  await openDraftInBrowser(context, visitor);
  await page.goto(`${app.url}/submit/music`);
  await waitForHydration(page);
});

/** The parts that arrived at the storage itself, by their numbers; a browser's are those of signed links. */
const partsPut = ({ byBrowser = false } = {}) =>
  storage.requests
    .filter((request) => !byBrowser || request.includes("X-Amz-Signature="))
    .flatMap((request) => {
      const number = /^PUT .*[?&]partNumber=(\d+)/.exec(request)?.[1];
      return number ? [Number(number)] : [];
    });

async function expectWhole(page: Page, context: BrowserContext): Promise<void> {
  await expect(fileBox(page, "Audio")).toContainText("Uploaded and ready: 15.3MB");
  const [file] = await uploadRows(openStoreReader(app.url), visitor);
  const reply = await context.request.get(`${app.url}/files/${file?.id}/tide.wav`);
  expect(sha256(await reply.body())).toBe(sha256(readFileSync(threePartWav().path)));
}

test("every part goes straight to the storage, once, and the file is whole", async ({
  page,
  context,
}) => {
  await audioField(page).setInputFiles(threePartWav().path);
  await expectWhole(page, context);
  const [file] = await uploadRows(openStoreReader(app.url), visitor);
  expect(file).toMatchObject({ carrier: "s3", state: "complete" });
  expect(partsPut().filter((number) => number !== 1)).toHaveLength(3);
  // The first part may begin in pieces, which two calls may join at once; each of them is right.
  expect([...new Set(partsPut())].sort()).toEqual([1, 2, 3, 4]);
  const sentParts = partsPut({ byBrowser: true });
  expect(sentParts).toEqual(expect.arrayContaining([2, 3, 4]));
  expect(sentParts).toHaveLength(new Set(sentParts).size);
  expect(storage.openUploads()).toEqual([]);
});

test("a link that has expired, which the browser sees as a broken connection, is made anew", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("net::ERR_", 403, "blocked by CORS");
  let refusalCount = 0;
  // As R2 does, without the headers that would let the page read the answer.
  await page.route(`${storage.endpoint}/**`, (route) => {
    if (route.request().method() !== "PUT" || refusalCount > 0) return route.fallback();
    refusalCount += 1;
    return route.fulfill({ status: 403, body: "<Error><Code>AccessDenied</Code></Error>" });
  });
  await audioField(page).setInputFiles(threePartWav().path);
  await expectWhole(page, context);
  expect(refusalCount).toBe(1);
});

test("after a reload the parts that the storage has are not sent again", {
  tag: "@deep-links",
}, async ({ page, context }) => {
  let isHeld = true;
  // By whichever way it is sent: where the machine is full, the line counts as a slow one.
  const isThird = ({ href }: URL) => /[?&]partNumber=3\b|\/parts\/3\//.test(href);
  await page.route(isThird, async (route) => {
    if (!isHeld || route.request().method() !== "PUT") return route.fallback();
    // Left without an answer until the page goes away.
  });
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(fileBox(page, "Audio")).toContainText(/Sending: 10\.[03]MB/);
  await waitForStoredCopy(page, threePartWav());
  // Not before: the page that goes away may try its third part once more.
  page.once("framenavigated", () => {
    isHeld = false;
  });
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expectWhole(page, context);
  const partNumbers = partsPut();
  const times = (part: number) => partNumbers.filter((number) => number === part).length;
  expect([times(1), times(2)]).toEqual([1, 1]);
  expect(times(3)).toBeGreaterThan(0);
});
