import * as v from "valibot";
import { expect, test } from "vitest";
import { albumItem, foundRelease, itemWithoutDetails } from "~/domain/catalogue/found-release";
import { editMusic } from "~/domain/submission/music/edit-music";
import { NO_NAMES } from "~/domain/submission/music/music-edit";
import { type MusicAnswers, musicAnswersSchema } from "~/domain/submission/music/music-step";
import { startingMusic } from "~/domain/submission/music/read-music";
import { releasePlan } from "~/domain/submission/music/release-plan";
import { classifiedType, releaseTypes } from "~/domain/submission/music/release-type";
import { uploadTypes } from "~/domain/submission/music/upload-type";
import { canOpen, stepAfter, stepBefore, steps } from "~/domain/submission/steps/steps";
import { audioSlot } from "~/domain/uploads/slots";

// Wizard document, section 4: states and transitions. One row per rule.

const today = new Date("2027-01-04T12:00:00Z");
const numberedTracks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index + 1}`, title: `T${index + 1}` }));
const read = (fields: object) => v.parse(musicAnswersSchema, fields);

/** The answers after pressing buttons in this order; `type:ep` chooses a release type. */
function after(start: object, ...intents: string[]): MusicAnswers {
  let serial = 0;
  let answers = read(start);
  for (const intent of intents) {
    const jobFields = {
      today,
      slots: new Set(["t2", "t4"].map(audioSlot)),
      displayedType: answers.releaseType,
      newId: () => `new${++serial}`,
      artist: NO_NAMES,
    };
    answers = editMusic(intent.replace("type:", "resize:"), answers, jobFields)?.answers ?? answers;
  }
  return answers;
}
const ids = ({ tracks }: MusicAnswers) => tracks.map(({ id }) => id);
const dates = ({ tracks }: MusicAnswers) => tracks.map(({ releaseDate }) => releaseDate);
const waterfall = { releaseType: "ep", releaseDate: "2027-03-01", tracks: numberedTracks(3) };
const clips = (answers: MusicAnswers) =>
  answers.tracks[0]?.socialClips.map(({ startTime, endTime }) => `${startTime}-${endTime}`);
const early = { releaseDate: "2027-01-10", earlyReleaseReason: "A tour" };
const album = {
  type: "album" as const,
  id: "abc",
  name: "Harbour",
  artists: [{ name: "Vale" }],
  images: [],
  release_date: "2020",
};
const catalogueItem = itemWithoutDetails(foundRelease(album));
const details = albumItem("abc", {
  albumTitle: "Harbour",
  artist: "Vale",
  spotifyUrl: catalogueItem.spotifyUrl,
  images: [],
  label: "Quay",
  copyrights: [],
  tracks: [],
  totalTracks: 9,
  upc: "1",
  releaseDate: "2020",
});
const put = (item: object) => `put-item:${JSON.stringify(item)}`;
const labels = (answers: MusicAnswers) =>
  answers.catalogueItems.map((item) => item.type === "album" && item.albumDetails.label);

test.each<[string, unknown, unknown]>([
  [
    "wizard steps: four, in order",
    steps.map(({ title }) => title),
    ["Artist Information", "Music Upload", "Additional Information", "Review & Submit"],
  ],
  [
    "wizard steps: a step opens once those before it have passed",
    [canOpen("music", []), canOpen("music", ["artist"]), canOpen("review", ["artist", "music"])],
    [false, true, false],
  ],
  ["wizard steps: Next leads one step on", stepAfter("about").id, "review"],
  ["wizard steps: Back leads down to step 0", stepBefore("music").id, "artist"],
  ["wizard steps: and no further", stepBefore("artist").id, "artist"],
  [
    "upload type: new-music, transfer, both",
    uploadTypes.map(({ value }) => value),
    ["new-music", "transfer", "both"],
  ],
  ["upload type: new-music by default", startingMusic(undefined, today).uploadType, "new-music"],
  ["release type: single by default", startingMusic(undefined, today).releaseType, "single"],
  [
    "section 3: the default release date is today plus 42 days",
    startingMusic(undefined, today).releaseDate,
    "2027-02-15",
  ],
  [
    "release type: the cards of section 2",
    releaseTypes.map(({ value, hint }) => `${value} '${hint}'`),
    ["single '1-2 tracks'", "ep '3-6 tracks'", "lp '6+ tracks'"],
  ],
  [
    "release type: ep resets to 3 slots",
    ids(after({ tracks: numberedTracks(1) }, "type:ep")).length,
    3,
  ],
  [
    "release type: lp resets to 6 slots",
    ids(after({ tracks: numberedTracks(1) }, "type:lp")).length,
    6,
  ],
  [
    "release type: single resets to 1 slot and keeps a track with a file",
    ids(after({ releaseType: "ep", tracks: numberedTracks(3) }, "type:single")),
    ["t2"],
  ],
  [
    "release type: tracks that have files are kept up to the count",
    ids(after({ releaseType: "lp", tracks: numberedTracks(6) }, "type:ep")),
    ["t1", "t2", "t4"],
  ],
  [
    "release type follows track count (portal): 1, 2, 6 and 7 tracks",
    [1, 2, 6, 7].map(classifiedType),
    ["single", "ep", "ep", "lp"],
  ],
  ["early release on keeps the date", after(early, "early-on").releaseDate, "2027-01-10"],
  ["early release on: a reason is asked for", after(early, "early-on").earlyReleaseRequest, true],
  ["early release off resets the date", after(early, "early-off").releaseDate, "2027-02-15"],
  ["early release off clears the reason", after(early, "early-off").earlyReleaseReason, ""],
  [
    "waterfall on: dates six weeks apart by index",
    dates(after(waterfall, "waterfall-on")),
    ["2027-03-01", "2027-04-12", "2027-05-24"],
  ],
  [
    "waterfall: four weeks by the button",
    dates(after(waterfall, "waterfall-on", "gap:t2")),
    ["2027-03-01", "2027-03-29", "2027-05-10"],
  ],
  [
    "waterfall off clears dates",
    dates(after(waterfall, "waterfall-on", "waterfall-off")),
    ["", "", ""],
  ],
  [
    "waterfall off clears custom artwork",
    after(waterfall, "waterfall-on", "artwork-on:t1", "waterfall-off").tracks[0]?.useCustomArtwork,
    false,
  ],
  [
    "waterfall: the last-dated track is the final single",
    releasePlan(after(waterfall, "waterfall-on").tracks, "Quay", "").map(({ final }) => final),
    [false, false, true],
  ],
  [
    "waterfall: the full release becomes available with it",
    releasePlan(after(waterfall, "waterfall-on").tracks, "Quay", "").at(-1)?.comesOut,
    'Final single and the full release "Quay"',
  ],
  [
    "waterfall, section 9: clips come out three weeks before the single",
    releasePlan(after(waterfall, "waterfall-on").tracks, "", "").map(({ clipDate }) => clipDate),
    ["2027-02-08", "2027-03-22", "2027-05-03"],
  ],
  ["tracks can be moved up", ids(after(waterfall, "move-up:t2")), ["t2", "t1", "t3"]],
  ["tracks can be moved down", ids(after(waterfall, "move-down:t2")), ["t1", "t3", "t2"]],
  ["clips on: one default clip", clips(after(waterfall, "clips-on:t1")), ["00:00-00:30"]],
  [
    "clips: a second can be added, a third not",
    clips(after(waterfall, "clips-on:t1", "add-clip:t1", "add-clip:t1"))?.length,
    2,
  ],
  [
    "clips: one of two can be removed",
    clips(after(waterfall, "clips-on:t1", "add-clip:t1", "remove-clip:t1:clip-1"))?.length,
    1,
  ],
  [
    "clips: the only one stays",
    clips(after(waterfall, "clips-on:t1", "remove-clip:t1:clip-1"))?.length,
    1,
  ],
  ["catalogue: an item is added first", labels(after({}, put(catalogueItem))), ["Unknown Label"]],
  [
    "catalogue: then its details take its place",
    labels(after({}, put(catalogueItem), put(details))),
    ["Quay"],
  ],
  [
    "catalogue: items can be removed",
    labels(after({}, put(catalogueItem), "remove-item:album:abc")),
    [],
  ],
])("section 4, %s", (_, actual, expectedValue) => {
  expect(actual).toEqual(expectedValue);
});
