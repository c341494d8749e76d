import type { BrowserContext, Locator, Page } from "playwright";
import * as v from "valibot";
import { type AppServer, startApp } from "../support/app-server";
import { createDraftAt } from "../support/drafts";
import { FaultProxy } from "../support/fault-proxy";
import { startS3Server } from "../support/s3-server";
import { Visitor } from "../support/visitor";
import { freePort } from "./free-port";
import { startTusSite } from "./tus-site";

/** A page where a file can be chosen. */
interface OpenPage {
  page: Page;
  field: Locator;
  clear: () => Promise<void>;
}

/** An implementation that sends a file from a page. */
export interface Contender {
  name: string;
  proxy: FaultProxy;
  /** Opens its page, ready for a file in `field`; `clear` removes the stored file. */
  open: (context: BrowserContext) => Promise<OpenPage>;
  stop: () => Promise<void>;
}

/** Gives a draft's cookie to a browser that uses the proxy; cookies ignore ports. */
async function giveDraft(context: BrowserContext, { cookie, base }: Visitor): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  const noticeCookie = { name: "beta-notice", value: "seen", url: base };
  await context.addCookies([{ name, value, url: base }, noticeCookie]);
}

const REST_MS = 1_000;

/** Waits until no request came for a while; for Playwright, a page that was idle once stays idle. */
async function atRest({ requests }: FaultProxy): Promise<void> {
  for (let before = -1; before !== requests.length; ) {
    before = requests.length;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

const filesSchema = v.array(v.object({ uploadId: v.string() }));

/** The app's music step with its own upload engine. */
export async function appContender(app: AppServer): Promise<Contender> {
  const proxy = await FaultProxy.start(app.url);
  return { ...onMusicStep("app", app, proxy), stop: () => proxy.close() };
}

/**
 * The same with a bucket that takes whole parts directly. The link leads only to the app, not to the
 * bucket, so parts that a page sends to the bucket would not be measured.
 * @throws Error on stop when a page has sent parts to the bucket.
 */
export async function bucketContender(): Promise<Contender> {
  const port = await freePort();
  const proxy = await FaultProxy.start(`http://localhost:${port}`);
  const storage = await startS3Server({ origin: proxy.url });
  const app = await startApp({
    build: false,
    port,
    env: storage.settings,
  });
  return {
    ...onMusicStep("app, S3", app, proxy),
    stop: async () => {
      await proxy.close();
      await app.stop();
      await storage.stop();
      // Before it sends parts to the bucket, a page sends an OPTIONS request.
      const straight = storage.requests.filter((request) => request.startsWith("OPTIONS "));
      if (straight.length > 0) throw new Error(`${straight.length} parts went beside the link.`);
    },
  };
}

function onMusicStep(name: string, app: AppServer, proxy: FaultProxy): Omit<Contender, "stop"> {
  return {
    name,
    proxy,
    open: async (context) => {
      const visitor = await createDraftAt("music", {}, new Visitor(app.url));
      await giveDraft(context, visitor);
      const page = await context.newPage();
      const uploadIds: string[] = [];
      page.on("response", async (response) => {
        if (!response.url().endsWith("/api/cloud-storage/upload-url")) return;
        const reply = v.safeParse(filesSchema.item, await response.json().catch(() => undefined));
        if (reply.success) uploadIds.push(reply.output.uploadId);
      });
      await page.goto(`${proxy.url}/submit/music`, { waitUntil: "networkidle" });
      const field = page.getByLabel("Audio", { exact: true });
      // Users focus the field before they choose a file, and the upload code loads from then on, while
      // the system's dialog is open. The peer's page has its client from the start.
      await field.focus();
      await atRest(proxy);
      const clear = async () => {
        for (const id of new Set(uploadIds))
          await visitor.send(`/api/cloud-storage/uploads/${id}`, { method: "DELETE" });
      };
      return { page, field, clear };
    },
  };
}

/** tus-js-client with @tus/server, both unmodified. */
export async function tusContender(): Promise<Contender> {
  const site = await startTusSite();
  const proxy = await FaultProxy.start(site.url);
  return {
    name: "tus",
    proxy,
    open: async (context) => {
      const page = await context.newPage();
      await page.goto(proxy.url, { waitUntil: "networkidle" });
      return { page, field: page.locator("input"), clear: site.clear };
    },
    stop: async () => {
      await proxy.close();
      await site.stop();
    },
  };
}
