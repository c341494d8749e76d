import * as v from "valibot";
import { expect, test } from "vitest";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow, SONG, songBytes } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

/** A second track, of which there is a title and nothing else. */
const second = { "tracks[1].title": "Lantern", "tracks[1].metadata.soloWork": "on" };

async function createDraftWithEmptyTrack(): Promise<Visitor> {
  const visitor = await createDraftAt("review");
  const answers = { ...musicAnswers(dateInDays(60)), ...second, intent: "next" };
  await visitor.post("/submit/music?return=review", answers);
  return visitor;
}

async function titles(visitor: Visitor): Promise<string[] | undefined> {
  const { answers } = await findDraftRow(inside, visitor);
  return v.parse(musicAnswersSchema, answers.music).tracks.map(({ title }) => title);
}

const review = async (visitor: Visitor) => (await visitor.send("/submit/review")).text();

test("a track without audio keeps the badge from 'Ready to Submit', and is removed where it is named", async () => {
  const visitor = await createDraftWithEmptyTrack();
  const page = await review(visitor);
  const text = pageText(page);
  expect(text).toContain('Some fields incomplete Track 2 "Lantern" No audio yet');
  expect(text).toContain("You can submit it like this.");
  expect(page).toContain("/submit/music?return=review&amp;field=tracks%5B1%5D.file#tracks-1-file");
  const remove = {
    draft: fieldValue(page, "draft") ?? "",
    version: fieldValue(page, "version") ?? "",
    intent: "remove-track:track-2",
  };
  expect(page).toMatch(/<button(?=[^>]*form="review-edits")[^>]*value="remove-track:track-2"/);
  const reply = await visitor.post("/submit/review", remove);
  expect(reply.status).toBe(200);
  expect(pageText(await reply.text())).toContain('Ready to Submit "Lantern" removed.');
  expect(await titles(visitor)).toEqual(["Night Ferry"]);
  // Once more, as by a reload of the reply.
  const repeated = await visitor.post("/submit/review", remove);
  expect(pageText(await repeated.text())).toContain("This track isn't in the release any more.");
});

test("a clip past the end of a shorter file is a gap on Review, and is not recorded", async () => {
  const visitor = await createDraftAt("review");
  const longer = wavBytes({ seconds: 40, sampleRate: 8_000, bits: 8, channels: 1 });
  expect((await visitor.upload(longer, SONG)).status).toBe(200);
  const saveClip = (startTime: string) =>
    visitor.post("/submit/music?return=review", {
      ...musicAnswers(dateInDays(60)),
      "tracks[0].socialClipsEnabled": "on",
      "tracks[0].socialClips[0].startTime": startTime,
      "tracks[0].socialClips[0].endTime": "01:00",
      intent: "next",
    });
  await saveClip("00:30");
  expect(pageText(await review(visitor))).toContain("Ready to Submit");

  expect((await visitor.upload(songBytes, SONG)).status).toBe(200);
  const gap = "Clip 1 starts at 00:30, but the track ends at 00:00. Choose an earlier part for it.";
  const page = await review(visitor);
  expect(pageText(page)).toContain(`Some fields incomplete Track 1 "Night Ferry" ${gap}`);
  expect(page).toContain("field=tracks%5B0%5D.socialClips%5B0%5D.startTime#");
  const refused = await visitor.post("/submit/review", { intent: "submit" });
  expect(refused.status).toBe(400);
  expect(pageText(await refused.text())).toContain(gap);
  const { id } = await findDraftRow(inside, visitor);
  const findRecorded = () => inside.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  expect(await findRecorded()).toEqual([]);

  await saveClip("00:00");
  expect(pageText(await review(visitor))).toContain("Ready to Submit");
  expect((await visitor.post("/submit/review", { intent: "submit" })).status).toBe(302);
  expect(await findRecorded()).toHaveLength(1);
});

test("from a release that was changed meanwhile, or a track with a file, nothing is removed", async () => {
  const visitor = await createDraftWithEmptyTrack();
  const page = await review(visitor);
  const remove = (id: string) =>
    visitor.post("/submit/review", {
      draft: fieldValue(page, "draft") ?? "",
      version: fieldValue(page, "version") ?? "",
      intent: `remove-track:${id}`,
    });
  const reply = await remove("track-1");
  expect(pageText(await reply.text())).toContain("This track has a file now, so it stays.");
  const elsewhere = {
    ...musicAnswers(dateInDays(60)),
    ...second,
    releaseTitle: "Harbour",
    intent: "next",
  };
  await visitor.post("/submit/music", elsewhere);
  expect((await remove("track-2")).status).toBe(409);
  expect(await titles(visitor)).toEqual(["Night Ferry", "Lantern"]);
});

test("without script each step says by its count what is saved, and how the files stand", async () => {
  const visitor = await createDraftAt("review");
  for (const [index, step] of ["artist", "music", "about", "review"].entries())
    expect(pageText(await (await visitor.send(`/submit/${step}`)).text())).toMatch(
      new RegExp(`Step ${index + 1} of 4 Saved \\d\\d:\\d\\d UTC All files are with us`),
    );
  const fresh = new Visitor();
  await fresh.openDraft();
  const page = pageText(await (await fresh.send("/submit/artist")).text());
  expect(page).toContain("Step 1 of 4");
  expect(page).not.toMatch(/Saved \d|with us/);
});

test("a step that was opened from Review leads back there by a button that says so", async () => {
  const visitor = await createDraftAt("review");
  for (const step of ["artist", "music", "about"]) {
    const page = await (await visitor.send(`/submit/${step}?return=review&field=x`)).text();
    expect(pageText(page)).toContain("Save and return to review");
    expect(pageText(await (await visitor.send(`/submit/${step}`)).text())).not.toContain(
      "return to",
    );
  }
  const fresh = await createDraftAt("music");
  const early = await (await fresh.send("/submit/artist?return=review")).text();
  expect(pageText(early)).not.toContain("return to review");
});
