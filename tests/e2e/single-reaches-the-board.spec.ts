import * as v from "valibot";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { expect, test, withAndWithoutScript } from "../support/journey";
import { bio, boardColumns, recordedForm } from "../support/release-journey";
import { longWav, sha256, sleeve } from "../support/test-files";
import { dateInDays } from "../support/visitor";
import {
  artworkField,
  audioField,
  completeArtist,
  enterWizard,
  expectStep,
  fillArtist,
  fillRelease,
  fillSongwriter,
  pressNext,
  pressSubmit,
} from "../support/wizard";

const row = v.object({
  id: v.string(),
  draft_id: v.string(),
  reference: v.string(),
  form_data: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
  files: v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.object({ uploadId: v.string(), kind: v.string(), key: v.string() })),
  ),
  monday_item_id: v.string(),
  created_at: v.string(),
  reply_due_at: v.string(),
});
const item = v.object({
  id: v.string(),
  name: v.string(),
  column_values: v.record(v.string(), v.unknown()),
});

async function itemsNamed(name: string) {
  const reply = await fetch(`${appUnderTest().url}/sandbox/monday/items`);
  return v.parse(v.array(item), await reply.json()).filter((item) => item.name === name);
}

async function fetchBody(url: string): Promise<string> {
  return sha256(new Uint8Array(await (await fetch(url)).arrayBuffer()));
}

const link = v.object({ url: v.string() });
const noColumns: Record<string, unknown> = {};

withAndWithoutScript((mode) => {
  test("a real single travels to the bucket, the database, the board and the outbox", {
    tag: "@jobs",
  }, async ({ page }) => {
    const name = `Sigrid ${mode} ${Date.now()}`;
    const email = `sigrid-${Date.now()}@example.com`;
    const artist = { name, email, date: dateInDays(70) };
    const [wav, jpeg] = [longWav(), sleeve()];

    await enterWizard(page);
    await fillArtist(page, { ...completeArtist, "Artist name": name, Email: email });
    await pressNext(page);
    await expectStep(page, "music");
    await fillRelease(page, "Night Ferry", artist.date);
    await fillSongwriter(page, 0, ["Ada", "Byron", "60"]);
    await page.getByRole("button", { name: "Add a songwriter" }).click();
    await fillSongwriter(page, 1, ["Bea", "Okafor", "40"]);
    await audioField(page).setInputFiles(wav.path);
    await artworkField(page).setInputFiles(jpeg.path);
    await pressNext(page);
    await expectStep(page, "about");
    await page.getByLabel("Bio (optional)").fill(bio);
    await page.getByLabel("For Fans Of (optional)").fill("Agnes Obel, Lankum");
    await page.getByLabel("I'm interested in publishing administration").check();
    await page.getByLabel("PRO number (optional)").fill("IMRO 12345");
    await pressNext(page);
    await expectStep(page, "review");
    await pressSubmit(page);
    await page.waitForURL("**/submit/success");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Successful!");
    await expect(page.getByRole("main")).toContainText("within 7-10 business days");
    // Without a mail server none is promised.
    await expect(page.getByRole("main")).not.toContainText("email confirmation");

    const inside = openStoreReader();
    const submission = await pollUntil(async () => {
      const rows = await inside.rows("SELECT * FROM submissions WHERE artist_name = ?", name);
      expect(rows).toHaveLength(1);
      return rows[0]?.monday_item_id ? v.parse(row, rows[0]) : undefined;
    });
    const submissionSql = "SELECT id FROM submissions WHERE draft_id = ?";
    expect(await inside.rows(submissionSql, submission.draft_id)).toHaveLength(1);
    const [track, artwork] = ["track", "artwork"].map((kind) =>
      submission.files.find((file) => file.kind === kind),
    );
    expect(submission.files).toHaveLength(2);
    expect(submission.form_data).toEqual(
      recordedForm(artist, { track: track?.uploadId, artwork: artwork?.uploadId }),
    );

    for (const [file, upload] of [
      [wav, track],
      [jpeg, artwork],
    ] as const) {
      const bytes = await inside.object(upload?.key ?? "");
      expect(sha256(bytes ?? new Uint8Array())).toBe(file.sha256);
    }

    // Complete once its files are on the cloud drive as well.
    const { id, folder, columns } = await pollUntil(async () => {
      const items = await itemsNamed(`${name} - Night Ferry`);
      expect(items).toHaveLength(1);
      const [{ id, column_values } = { id: "", column_values: noColumns }] = items;
      const { folder_link: folder, ...columns } = column_values;
      return folder ? { id, folder, columns } : undefined;
    }, 60);
    expect(submission.monday_item_id).toBe(id);
    expect(v.parse(link, folder).url).toMatch(/^https:\/\/drive\.google\.com\/drive\/folders\//);
    const links = {
      audio: v.parse(link, columns.audio_link).url,
      artwork: v.parse(link, columns.artwork_link).url,
    };
    expect(columns).toEqual(boardColumns(artist, submission, links));
    // Staff have no cookie of the artist's: the links alone must open the files.
    expect(await fetchBody(links.audio)).toBe(wav.sha256);
    expect(await fetchBody(links.artwork)).toBe(jpeg.sha256);

    const mails = await pollUntil(async () => {
      const mailRows = await inside.rows("SELECT * FROM mail_outbox WHERE recipient = ?", email);
      return mailRows.length > 0 ? mailRows : undefined;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).not.toContain("Night Ferry");
    expect(mails[0]?.subject).toContain(submission.reference);
  });
});
