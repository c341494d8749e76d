import * as v from "valibot";
import { expect, test } from "vitest";
import { plannedClips } from "./planned-clips";
import { releaseFormSchema } from "./release-form";

const clip = (id: string) => ({ id, startTime: "00:30", endTime: "01:00", description: "" });
function release(titles: string[], more: object = {}) {
  const tracks = titles.map((title, i) => ({
    title,
    uploadId: `u${i + 1}`,
    releaseDate: `2027-0${i + 3}-01`,
    metadata: { soloWork: true },
    socialClipsEnabled: true,
    socialClips: [clip("clip-1"), clip("clip-2")],
  }));
  return v.parse(releaseFormSchema, { releaseDate: "2027-05-22", tracks, ...more });
}

const datesOf = (form: ReturnType<typeof release>) =>
  plannedClips(form).map(({ releaseDate }) => releaseDate);

test("clips come out three weeks before the release", () => {
  expect(datesOf(release(["Night Ferry"]))).toEqual(["2027-05-01", "2027-05-01"]);
});

test("in a waterfall they come out three weeks before their own single", () => {
  expect(datesOf(release(["A", "B"], { waterfallEnabled: true }))).toEqual([
    "2027-02-08",
    "2027-02-08",
    "2027-03-11",
    "2027-03-11",
  ]);
});

test("tracks without clips, or without a file, have none", () => {
  const form = release(["A", "B"]);
  const [a, b] = form.tracks;
  if (a) a.socialClipsEnabled = false;
  if (b) b.uploadId = undefined;
  expect(plannedClips(form)).toEqual([]);
});
