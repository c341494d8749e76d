import type { BrowserContext, Locator, Page } from "playwright";
import * as v from "valibot";
import { type AppServer, startApp } from "../support/app-server";
import { createDraftAt } from "../support/drafts";
import { FaultProxy } from "../support/fault-proxy";
import { startS3Server } from "../support/s3-server";
import { Visitor } from "../support/visitor";
import { freePort } from "./free-port";
import { startTusSite } from "./tus-site";

/** A page that a file can be chosen in. */
interface OpenPage {
  page: Page;
  field: Locator;
  clear: () => Promise<void>;
}

/** Somebody who sends a file from a page. */
export interface Contender {
  name: string;
  proxy: FaultProxy;
  /** Opens its page, ready for a file in `field`; `clear` removes what was stored of it. */
  open: (context: BrowserContext) => Promise<OpenPage>;
  stop: () => Promise<void>;
}

/** Hands a draft to a browser that comes by the proxy; cookies do not know ports. */
async function giveDraft(context: BrowserContext, { cookie, base }: Visitor): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  const noticeCookie = { name: "beta-notice", value: "seen", url: base };
  await context.addCookies([{ name, value, url: base }, noticeCookie]);
}

const REST_MS = 1_000;

/** Waits until nothing was asked for a while; a page that was idle once counts as idle for Playwright. */
async function atRest({ requests }: FaultProxy): Promise<void> {
  for (let before = -1; before !== requests.length; ) {
    before = requests.length;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

const filesSchema = v.array(v.object({ uploadId: v.string() }));

/** The music step of the app, its own engine behind it. */
export async function appContender(app: AppServer): Promise<Contender> {
  const proxy = await FaultProxy.start(app.url);
  return { ...onMusicStep("app", app, proxy), stop: () => proxy.close() };
}

/**
 * The same with a bucket behind it to which whole parts go straight. The bucket is beside the link, which
 * is the way to the app: who sends parts there at these speeds has not been measured.
 * @throws Error when it is stopped, where a page has sent parts there.
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
      // A page asks by OPTIONS first whether it may.
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
      // Nobody chooses a file without, and what sends is loaded from then on: before the system's own
      // dialog is through. The page of the peer has its client from the start.
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

/** tus-js-client before @tus/server, both as they come. */
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
