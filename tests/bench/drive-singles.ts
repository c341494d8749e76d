import type { Browser } from "playwright";
import * as v from "valibot";
import type { AppServer } from "../support/app-server";
import { openStoreReader, pollUntil, type StoreReader } from "../support/app-stores";
import { createDraftAt } from "../support/drafts";
import { completeSubmission, fillSingle, goToMusicStep, sender } from "../support/release-journey";
import { Visitor } from "../support/visitor";

/** Track and artwork. */
const FILES = 2;
const UPLOAD_SECONDS = 300;
/** The notices that the artist has answered; what pages measure is sent with the consent. */
const ANSWERED = { "beta-notice": "seen", "cookie-choice": "accepted" };

const figureSchema = v.object({ figure: v.nullable(v.number()) });

/** The only number that a query returns. */
export async function figure(store: StoreReader, sql: string): Promise<number> {
  const [row] = await store.rows(sql);
  return v.parse(figureSchema, row).figure ?? 0;
}

export const countRows = (store: StoreReader, table: string) =>
  figure(store, `SELECT count(*) AS figure FROM ${table}`);

/** Submits a single with track and artwork as an artist does in a browser. */
export async function submitInBrowser(
  browser: Browser,
  app: AppServer,
  track: string,
): Promise<void> {
  const store = openStoreReader(app.url);
  const context = await browser.newContext({ baseURL: app.url });
  try {
    const { hostname: domain } = new URL(app.url);
    const toCookie = ([name, value]: [string, string]) => ({ name, value, domain, path: "/" });
    await context.addCookies(Object.entries(ANSWERED).map(toCookie));
    const page = await context.newPage();
    await goToMusicStep(page, sender("growth"));
    const stored = async () =>
      figure(store, "SELECT count(*) AS figure FROM uploads WHERE state = 'complete'");
    const storedBefore = await stored();
    await fillSingle(page, track);
    // Its expectations are made for short files.
    await pollUntil(
      async () => ((await stored()) === storedBefore + FILES ? true : undefined),
      UPLOAD_SECONDS,
    );
    await completeSubmission(page);
  } finally {
    await context.close();
  }
}

/** Submits a single by forms alone, with short files. */
export async function submitWithoutBrowser(app: AppServer): Promise<void> {
  const { name: artistName, email } = sender("growth");
  const visitor = await createDraftAt("review", { artistName, email }, new Visitor(app.url));
  const reply = await visitor.post("/submit/review", { intent: "submit" });
  const lands = reply.headers.get("Location");
  if (lands !== "/submit/success") throw new Error(`A submit led to ${lands} (${reply.status})`);
}
