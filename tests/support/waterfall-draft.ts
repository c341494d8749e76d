import { audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import { COVER, coverBytes, createDraftAt, SONG, songBytes } from "./drafts";
import { expect } from "./journey";
import { dateInDays, musicAnswers, type Visitor } from "./visitor";

const WATERFALL_TITLES = ["Low Tide", "High Tide", "Slack Water"];

/** Creates a draft at Review: a waterfall EP with clips, whose last single has its own artwork. */
export async function waterfallDraft(): Promise<Visitor> {
  const visitor = await createDraftAt("music");
  const fields: Record<string, string> = {
    ...musicAnswers(dateInDays(60)),
    releaseType: "ep",
    waterfallEnabled: "true",
    releaseTitle: "Harbour",
  };
  for (const [index, title] of WATERFALL_TITLES.entries()) {
    const id = `track-${index + 1}`;
    const prefix = `tracks[${index}]`;
    fields[`${prefix}.id`] = id;
    fields[`${prefix}.title`] = title;
    fields[`${prefix}.releaseDate`] = dateInDays(60 + 42 * index);
    fields[`${prefix}.metadata.soloWork`] = "on";
  }
  fields["tracks[2].useCustomArtwork"] = "true";
  fields["tracks[0].socialClipsEnabled"] = "true";
  fields["tracks[0].socialClips[0].startTime"] = "00:00";
  fields["tracks[0].socialClips[0].endTime"] = "00:30";
  // A draft accepts only files of its tracks, so the tracks are saved first.
  expect((await visitor.post("/submit/music", { ...fields, intent: "back" })).status).toBe(302);
  for (const [index] of WATERFALL_TITLES.entries()) {
    const uploadReply = await visitor.upload(songBytes, {
      ...SONG,
      slot: audioSlot(`track-${index + 1}`),
    });
    expect(uploadReply.status).toBe(200);
  }
  const slot = customArtworkSlot("track-3");
  expect((await visitor.upload(coverBytes, COVER)).status).toBe(200);
  const ownArtwork = { slot, fileType: "custom-artwork", fileName: "own.jpg" } as const;
  expect((await visitor.upload(coverBytes, ownArtwork)).status).toBe(200);
  const reply = await visitor.post("/submit/music", { ...fields, intent: "next" });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit/about"]);
  expect((await visitor.post("/submit/about", { bio: "", intent: "next" })).status).toBe(302);
  return visitor;
}
