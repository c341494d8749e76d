import { REPORT_PATH } from "~/observability/monitoring-paths";
import { staffPasscode } from "../support/accounts";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { DrivenPage, KEYS } from "../support/driven-page";
import { FaultProxy } from "../support/fault-proxy";
import { FirefoxDriver, missingFirefox } from "../support/firefox-driver";
import { expect, test } from "../support/journey";
import { type Sender, sender, waitForRecord } from "../support/release-journey";
import { megabits } from "../support/slow-link";
import { sleeve, writeTestWav } from "../support/test-files";
import { missingWebKit, WebKitDriver } from "../support/webkit-driver";

/* The main job from the first step to the signed agreement, in browsers that Playwright does not bring. */

const browsers = [
  {
    name: "Firefox",
    missing: missingFirefox(),
    start: () => FirefoxDriver.start(),
    http: "2",
    keepsFiles: true,
  },
  {
    name: "WebKit",
    missing: missingWebKit(),
    start: () => WebKitDriver.start(),
    http: "1.1",
    // WebKitGTK has no handles to write a copy with.
    keepsFiles: false,
  },
] as const;

const store = openStoreReader();
const AUDIO = "Audio";
const NEXT = /^(Next|Next Step|Continue to Review)$/;
const ASKS_AGAIN = /is safely stored\. Choose the same file again/;
const MB = 1_000_000;

async function fillArtist(page: DrivenPage, { name, email }: Sender): Promise<void> {
  await page.open("/");
  await page.click("Submit your music");
  await page.waitForText(/Artist Information/);
  await page.fill("Artist name", name);
  await page.fill("First name", "Sigrid");
  await page.fill("Surname", "Valentin");
  await page.fill("Email", email);
  await page.fill("City", "Cork");
  await page.fill("Country", "Ireland");
  await page.type(KEYS.enter);
  await page.check("I'm a new artist");
  await page.click(NEXT);
  await page.waitForPath(/^\/submit\/music/);
}

/** Fills the music step while its track is sent over a link that is cut, and a page that is reloaded. */
async function sendMusic(
  page: DrivenPage,
  proxy: FaultProxy,
  wav: { path: string; size: number },
  keepsFiles: boolean,
): Promise<void> {
  const arrived = () => proxy.bodyBytes(/\/pieces\?/);
  await page.chooseFile(AUDIO, wav.path);
  await expect.poll(arrived, { intervals: [50] }).toBeGreaterThan(4 * MB);
  proxy.cutNow();
  await page.fill("Track title", "Night Ferry");
  await page.fill("Release title", "Night Ferry");
  await page.select("Primary genre", "Folk");
  await page.select("Sub-genre", "Indie Folk");
  await page.check(/^Solo work/);
  await page.chooseFile("Artwork (optional)", sleeve().path);
  await page.waitForText(/Uploaded and ready/, { around: "Artwork (optional)" });
  await expect.poll(arrived, { intervals: [50] }).toBeGreaterThan(8 * MB);
  if (keepsFiles) await expect.poll(() => page.stored("uploads")).toContain('"sha256"');
  expect(await page.text(AUDIO)).not.toContain("Uploaded and ready");
  await page.reload();
  if (!keepsFiles) {
    await page.waitForText(ASKS_AGAIN, { around: AUDIO });
    await page.chooseFile(AUDIO, wav.path);
  }
  await page.waitForText(/Uploaded and ready/, { around: AUDIO, timeout: 120_000 });
  await page.waitForText(/Uploaded and ready/, { around: "Artwork (optional)" });
  expect(await page.value("Release title")).toBe("Night Ferry");
  // The save of the page before was this tab's own.
  expect(await page.text()).not.toContain("changed elsewhere");
}

async function submit(page: DrivenPage): Promise<void> {
  await page.click(NEXT);
  await page.waitForPath(/^\/submit\/about/);
  await page.fill("Bio (optional)", "Sigrid Vale sings of ferries.");
  await page.click(NEXT);
  await page.waitForPath(/^\/submit\/review/);
  await page.waitForText(/Ready to Submit/);
  await page.click("Submit Music");
  await page.waitForPath(/^\/submit\/success/);
  await page.waitForText(/Submission Successful!/);
}

async function approve(page: DrivenPage, { name }: Sender): Promise<void> {
  await page.open("/staff");
  await page.fill("Your name", "Rosa Vale");
  await page.fill("Staff passcode", staffPasscode());
  await page.click("Sign in");
  await page.waitForPath(/^\/staff/);
  await page.fill("Search", name);
  await page.type(KEYS.enter);
  await page.click(new RegExp(name));
  await page.waitForPath(/^\/staff\/submissions\//);
  // Keys that come before it would be lost.
  await page.waitFor("dialog[data-decides-by-keys]");
  await page.type("a");
  await page.waitForText(new RegExp(`Approved: ${name}`));
  await page.type(KEYS.enter);
  await page.waitForPath(/last=/);
}

async function sign(page: DrivenPage, { email }: Sender): Promise<void> {
  const mail = await pollUntil(async () => {
    const sql =
      "SELECT text_body AS text FROM mail_outbox WHERE recipient = ? AND kind = 'account'";
    const [row] = await store.rows(sql, email);
    return row && String(row.text);
  });
  await page.open("/agreement");
  await page.fill("Artist ID", /Artist ID: (\S+)/.exec(mail)?.[1] ?? "");
  await page.fill("Invitation code", /Invitation code: (\S+)/.exec(mail)?.[1] ?? "");
  await page.click("Sign in");
  await page.click("View Contract");
  await page.click("I've Reviewed");
  await page.fill("Your full name", "Sigrid Valentin");
  await page.check(/^I have read the agreement/);
  await page.click("Sign Agreement");
  await page.waitForText(/Agreement Signed/);
}

for (const { name, missing, start, http, keepsFiles } of browsers)
  test(
    `${name}: a single over a cut and a reload, its approval by key, and the signed agreement`,
    { tag: "@deep-browsers" },
    async ({ mode: _ }, info) => {
      info.skip(missing !== undefined, missing);
      const proxy = await FaultProxy.start(appUnderTest().url, http);
      proxy.shape({ upBytesPerSecond: megabits(12) });
      const artist = sender(name);
      const wav = writeTestWav("shore.wav", 32 * MB);
      const browser = await start();
      const page = new DrivenPage(browser, proxy.url);
      try {
        await page.open("/privacy-policy");
        for (const cookie of ["beta-notice=seen", "cookie-choice=refused"])
          await browser.addCookie(cookie);
        await fillArtist(page, artist);
        await sendMusic(page, proxy, wav, keepsFiles);
        expect(proxy.counts.torn).toBeGreaterThan(0);
        await submit(page);
        const { files } = await waitForRecord(artist);
        const track = files.find(({ kind }) => kind === "track");
        const sql = "SELECT sha256 FROM uploads WHERE id = ?";
        expect(await store.rows(sql, track?.uploadId ?? "")).toEqual([{ sha256: wav.sha256 }]);
        await approve(page, artist);
        await sign(page, artist);
        expect(proxy.seen(new RegExp(REPORT_PATH))).toEqual([]);
      } finally {
        // A failure is told with what the browser shows.
        await info.attach("page", { body: await page.text() });
        await browser.close();
        await proxy.close();
      }
    },
  );
