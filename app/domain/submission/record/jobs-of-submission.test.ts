import * as v from "valibot";
import { expect, test } from "vitest";
import { jobsOfSubmission } from "./record-submission.server";
import { type RecordedTrack, releaseFormSchema } from "./release-form";

const clip = (id: string) => ({ id, startTime: "00:00", endTime: "00:30", description: "" });
const form = v.parse(releaseFormSchema, {
  tracks: [{ title: "One", metadata: { soloWork: true }, socialClipsEnabled: true }],
});
const track = (more: Partial<RecordedTrack>): RecordedTrack => {
  const [plain] = form.tracks;
  if (!plain) throw new Error("The form has no track.");
  return { ...plain, ...more };
};
const clipsOf = (...tracks: RecordedTrack[]) =>
  jobsOfSubmission({ tracks }).flatMap(({ type, subject }) =>
    type === "process-clip" ? [subject] : [],
  );

test("every submission goes to the board and the drive, and is confirmed", () => {
  expect(jobsOfSubmission({ tracks: [] })).toEqual([
    { type: "sync-board", subject: "" },
    { type: "confirm-by-mail", subject: "" },
    { type: "mirror-drive", subject: "" },
  ]);
});

test("each clip of each track is a job of its own", () => {
  const first = track({ uploadId: "u1", socialClips: [clip("clip-1"), clip("clip-2")] });
  const second = track({ uploadId: "u2", socialClips: [clip("clip-1")] });
  expect(clipsOf(first, second)).toEqual(["u1:clip-1", "u1:clip-2", "u2:clip-1"]);
});

test.each<[string, Partial<RecordedTrack>]>([
  ["that are switched off", { uploadId: "u1", socialClipsEnabled: false }],
  ["of a track without a file", {}],
])("clips %s are not made", (_, more) => {
  expect(clipsOf(track({ socialClips: [clip("clip-1")], ...more }))).toEqual([]);
});

const measuredOf = (...tracks: RecordedTrack[]) =>
  jobsOfSubmission({ tracks }).flatMap(({ type, subject }) =>
    type === "measure-track" ? [subject] : [],
  );

test("each track with a file is measured, once for each file and after the clips", () => {
  const clipped = track({ uploadId: "u1", socialClips: [clip("clip-1")] });
  const tracks = [clipped, track({ uploadId: "u2" }), track({}), track({ uploadId: "u2" })];
  expect(measuredOf(...tracks)).toEqual(["u1", "u2"]);
  expect(jobsOfSubmission({ tracks: [clipped] }).map(({ type }) => type)).toEqual([
    ...["sync-board", "confirm-by-mail", "mirror-drive"],
    ...["process-clip", "measure-track"],
  ]);
});

test("two clips of one id are one job", () => {
  const same = track({ uploadId: "u1", socialClips: [clip("clip-1"), clip("clip-1")] });
  expect(clipsOf(same)).toEqual(["u1:clip-1"]);
});
