import * as v from "valibot";
import { expect, test } from "vitest";
import { readForm } from "~/forms/read-form";
import { type MusicAnswers, musicAnswersSchema } from "./music-step";
import { readMusic, startingMusic } from "./read-music";

const today = new Date("2027-01-04T00:00:00Z");
const savedAnswers: MusicAnswers = v.parse(musicAnswersSchema, {
  uploadType: "both",
  releaseType: "ep",
  releaseTitle: "Harbour",
  waterfallEnabled: true,
  tracks: [
    {
      id: "a",
      title: "Low Tide",
      metadata: { producers: ["Max"], songwriters: [{ firstName: "Bo", percentage: "100" }] },
      socialClipsEnabled: true,
      socialClips: [{ startTime: "00:10", endTime: "00:40" }],
    },
    { id: "b", title: "High Tide" },
  ],
  distributor: "DistroKid",
});
const form = (fields: Record<string, string>) => readForm(Object.entries(fields));

test("what closed panels did not post stays as it was", () => {
  const formValues = form({
    uploadType: "both",
    releaseTitle: "Harbour Lights",
    "tracks[0].id": "a",
    "tracks[0].title": "Low Water",
    distributor: "Other",
  });
  const { tracks, releaseTitle, distributor } = readMusic(formValues, savedAnswers, today);
  expect([releaseTitle, distributor, tracks.length]).toEqual(["Harbour Lights", "Other", 1]);
  expect(tracks[0]).toMatchObject({
    title: "Low Water",
    socialClips: savedAnswers.tracks[0]?.socialClips,
  });
  expect(tracks[0]?.metadata).toEqual(savedAnswers.tracks[0]?.metadata);
});

test("an open panel with everything removed really removes it", () => {
  const formValues = form({
    "tracks[0].id": "a",
    "tracks[0].title": "Low Tide",
    "tracks[0].metadata.listed": "1",
  });
  const [track] = readMusic(formValues, savedAnswers, today).tracks;
  expect(track?.metadata).toMatchObject({ producers: [], songwriters: [] });
});

test("tracks are matched by their ids, whatever their position", () => {
  const formValues = form({ "tracks[0].id": "b", "tracks[1].id": "a", releaseTitle: "x" });
  expect(
    readMusic(formValues, savedAnswers, today).tracks.map((track) => track.metadata.producers),
  ).toEqual([[], ["Max"]]);
});

test("solo work is always posted, and switching it off is never undone", () => {
  const formValues = form({ "tracks[0].id": "a", "tracks[0].metadata.soloWork": "on" });
  expect(readMusic(formValues, savedAnswers, today).tracks[0]?.metadata.soloWork).toBe(true);
});

test("a section that the upload type does not show is not lost", () => {
  const transfer = readMusic(
    form({ uploadType: "transfer", distributor: "Amuse" }),
    savedAnswers,
    today,
  );
  expect(transfer).toEqual({ ...savedAnswers, uploadType: "transfer", distributor: "Amuse" });
  const news = readMusic(form({ uploadType: "new-music", releaseTitle: "X" }), savedAnswers, today);
  expect(news).toMatchObject({ releaseTitle: "X", distributor: "DistroKid" });
});

test("the form starts with one track and the earliest date", () => {
  const first = startingMusic(undefined, new Date("2027-01-04T00:00:00Z"));
  expect(first.tracks.map(({ id }) => id)).toEqual(["track-1"]);
  expect(first.releaseDate).toBe("2027-02-15");
  expect(startingMusic(savedAnswers, new Date()).tracks).toBe(savedAnswers.tracks);
});
