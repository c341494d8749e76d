import type { Page } from "playwright/test";
import { cookieQuestion } from "../../app/reference/pages/cookie-question";
import { signedInArtist } from "../support/accounts";
import { startApp } from "../support/app-server";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import { ClosableProxy } from "../support/fault-proxy";
import { queryAppDatabase, storedDraft } from "../support/inject-site-failure";
import { test as base, expect } from "../support/journey";
import {
  fillDetails,
  sender,
  tickSoloWork,
  trackAudio,
  waitForRecord,
} from "../support/release-journey";
import { shortWav } from "../support/test-files";
import { artistAnswers as answers } from "../support/visitor";
import {
  completeArtist,
  expectStep,
  fillArtist,
  openDraftInBrowser,
  pressNext,
  pressSubmit,
  waitForHydration,
} from "../support/wizard";

const test = base.extend<{ gate: ClosableProxy }>({
  gate: async ({ expectFailure }, use) => {
    expectFailure("net::");
    const gate = await ClosableProxy.start(appUnderTest().url);
    await use(gate);
    await gate.closeDoor().catch(() => undefined);
  },
});
test.use({ serviceWorkers: "allow" });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens a step and waits until this browser keeps the form. */
async function openAndKeep(page: Page, gate: ClosableProxy, step: string): Promise<void> {
  await page.goto(`${gate.url}/submit/${step}`);
  await waitForHydration(page);
  const isKept = () =>
    navigator.serviceWorker.controller !== null && localStorage.getItem("kept-draft") !== null;
  await expect.poll(() => page.evaluate(isKept), { timeout: 90_000 }).toBe(true);
}

async function goOffline(page: Page, gate: ClosableProxy): Promise<void> {
  await page.context().setOffline(true);
  await gate.closeDoor();
}

/** Loads the page again. Its browser forgets by that what it was told of the line, and is told anew. */
async function reloadOffline(page: Page): Promise<void> {
  await page.reload();
  await page.context().setOffline(false);
  await page.context().setOffline(true);
}

async function comeBack(page: Page, gate: ClosableProxy): Promise<void> {
  await gate.reopen();
  await page.context().setOffline(false);
}

/** Everything that this browser keeps for the site, beside cookies: by where it lies, as text. */
function everythingKept(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const entries: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        entries[`cache ${request.url}`] =
          `${JSON.stringify([...(reply?.headers ?? [])])} ${await reply?.text()}`;
      }
    }
    for (const { name = "" } of await indexedDB.databases()) entries[`database ${name}`] = name;
    for (const [name, text] of Object.entries(localStorage)) entries[`storage ${name}`] = text;
    return entries;
  });
}

test("a form that was opened once opens again without a connection, takes two steps, and is sent once when there is one; nothing of a signed-in artist is left in the browser", async ({
  page,
  context,
  gate,
}) => {
  const { artist, visitor } = await signedInArtist({ artistName: "Aoife Underhill" });
  await openDraftInBrowser(context, visitor);
  const visitorName = sender("offline");
  await openAndKeep(page, gate, "artist");
  const shells = Object.entries(await everythingKept(page)).filter(([, text]) =>
    [artist.email, "Aoife Underhill", visitor.cookie.split("=")[1] ?? ""].some((privateText) =>
      text.includes(privateText),
    ),
  );
  // The draft's own place is what this browser keeps of the form; no reply of the server's is kept.
  expect(shells.map(([place]) => place)).toEqual(["storage kept-draft"]);

  await goOffline(page, gate);
  await reloadOffline(page);
  await waitForHydration(page);
  const { "Artist name": _, Email: __, ...rest } = completeArtist;
  await fillArtist(page, { "Artist name": visitorName.name, ...rest, Email: visitorName.email });
  await pressNext(page);
  await expectStep(page, "music");
  await field(page, "Track title").fill("Night Ferry");
  await tickSoloWork(page, 0);
  await fillDetails(page, "Night Ferry");
  // Closed and opened again in the middle of it.
  await reloadOffline(page);
  await expect(field(page, "Release title")).toHaveValue("Night Ferry");
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("region", { name: cookieQuestion.name })).toHaveCount(0);
  await trackAudio(page, 0).setInputFiles(shortWav().path);
  await pressNext(page);
  await expectStep(page, "about");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expectStep(page, "music");
  await expect(field(page, "Track title")).toHaveValue("Night Ferry");
  await pressNext(page);
  await expectStep(page, "about");
  await field(page, "Bio (optional)").fill("Sings of ferries.");

  await comeBack(page, gate);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(field(page, "Bio (optional)")).toHaveValue("Sings of ferries.");
  await pressNext(page);
  await expectStep(page, "review");
  await expect(page.getByText("Ready to Submit")).toBeVisible();
  await pressSubmit(page);
  await page.waitForURL("**/submit/success");
  const { form_data: form } = await waitForRecord(visitorName);
  expect(form).toMatchObject({
    artistName: visitorName.name,
    email: visitorName.email,
    surname: "Valentin",
    country: "Ireland",
    releaseTitle: "Night Ferry",
    primaryGenre: "Folk",
    bio: "Sings of ferries.",
    tracks: [{ title: "Night Ferry", metadata: { soloWork: true } }],
  });
  const entries = Object.entries(await everythingKept(page));
  const private_ = [
    visitorName.name,
    visitorName.email,
    artist.email,
    "Aoife Underhill",
    "Night Ferry",
  ];
  expect(entries.length).toBeGreaterThan(10);
  expect(
    entries
      .filter(([, text]) => private_.some((privateText) => text.includes(privateText)))
      .map(([place]) => place),
  ).toEqual([]);
});

test("a returning artist finds on a step that was never open, without a connection, what the last release told", async ({
  page,
  context,
  gate,
}) => {
  const visitor = await createDraftAt("music");
  const usual = [{ list: "producers", name: "Max Rebo" }];
  const prefill = { primaryGenre: "Folk", subGenre: "Indie Folk", usual };
  const { id } = await storedDraft(visitor);
  await queryAppDatabase("UPDATE drafts SET prefill = ? WHERE id = ?", JSON.stringify(prefill), id);
  await openDraftInBrowser(context, visitor);
  await openAndKeep(page, gate, "artist");
  await goOffline(page, gate);
  await pressNext(page);
  await expectStep(page, "music");
  await expect(field(page, "Primary genre")).toHaveValue("Folk");
  await expect(field(page, "Sub-genre")).toHaveValue("Indie Folk");
  await page.getByRole("button", { name: "Max Rebo as producer" }).click();
  await expect(page.getByRole("button", { name: "Remove Max Rebo" })).toBeVisible();
  await field(page, "Release title").fill("High Tide");
  await comeBack(page, gate);
  await expect
    .poll(async () => (await storedDraft(visitor)).answers.music)
    .toMatchObject({
      releaseTitle: "High Tide",
      primaryGenre: "Folk",
      subGenre: "Indie Folk",
      tracks: [{ metadata: { producers: ["Max Rebo"] } }],
    });
});

test("what was changed elsewhere in the meantime is told, and what was typed without a connection is lost by nobody", async ({
  page,
  context,
  gate,
  expectFailure,
}) => {
  expectFailure(409);
  const visitor = await createDraftAt("music");
  await openDraftInBrowser(context, visitor);
  await openAndKeep(page, gate, "artist");
  await goOffline(page, gate);
  await field(page, "Surname").fill("Typed on the ferry");
  await pressNext(page);
  await expectStep(page, "music");
  await field(page, "Release title").fill("Slack Water");
  const otherAnswers = { ...answers, surname: "Typed at home", intent: "next" };
  expect((await visitor.post("/submit/artist", otherAnswers)).status).toBe(302);
  await comeBack(page, gate);
  await expectStep(page, "artist");
  await expect(page.getByRole("heading", { name: "Two versions of this step" })).toBeVisible();
  await expect(field(page, "Surname")).toHaveValue("Typed on the ferry");
  await page.getByRole("button", { name: "Keep what's on this page" }).click();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await pressNext(page);
  await expectStep(page, "music");
  await expect(field(page, "Release title")).toHaveValue("Slack Water");
  await expect
    .poll(async () => (await storedDraft(visitor)).answers)
    .toMatchObject({
      artist: { surname: "Typed on the ferry" },
      music: { releaseTitle: "Slack Water" },
    });
});

test("with a newer version waiting the artist is told, and loses nothing by taking it; a page that was never opened is stood in for; switched off, it leaves nothing behind", {
  tag: "@deep-links",
}, async ({ page, context, gate }) => {
  const visitor = await createDraftAt("music");
  await openDraftInBrowser(context, visitor);
  await openAndKeep(page, gate, "artist");
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const newer = page.getByRole("button", { name: "Use the newer version" });
  // Whoever is here for the first time has the newest.
  await expect(newer).toHaveCount(0);

  gate.deploy();
  await field(page, "Surname").fill("Typed over the earlier version");
  const updateWorker = () =>
    navigator.serviceWorker.getRegistration().then((registration) => registration?.update());
  await page.evaluate(updateWorker);
  await expect(newer).toBeVisible({ timeout: 90_000 });
  const reload = page.waitForEvent("load");
  await newer.click();
  await reload;
  await waitForHydration(page);
  await expect(newer).toHaveCount(0);
  await expect(field(page, "Surname")).toHaveValue("Typed over the earlier version");
  expect((await storedDraft(visitor)).answers.artist).toMatchObject({
    surname: "Typed over the earlier version",
  });

  await goOffline(page, gate);
  await page.goto(`${gate.url}/terms-of-service`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/offline/i);
  await page.goto(`${gate.url}/submit`);
  await expect(field(page, "Surname")).toHaveValue("Typed over the earlier version");

  const appWithoutOffline = await startApp({ build: false, env: { OFFLINE_FORM: "0" } });
  try {
    gate.switchUpstream(appWithoutOffline.url);
    await comeBack(page, gate);
    await page.goto(`${gate.url}/submit`);
    const tracesLeft = async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      form: localStorage.getItem("kept-draft"),
    });
    await expect
      .poll(() => page.evaluate(tracesLeft), { timeout: 60_000 })
      .toEqual({ workers: 0, caches: [], form: null });
  } finally {
    await appWithoutOffline.stop();
  }
});
