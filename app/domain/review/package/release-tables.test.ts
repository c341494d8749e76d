import * as v from "valibot";
import { expect, test } from "vitest";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { releaseCsv, releaseJson } from "./release-tables";

const form = v.parse(releaseFormSchema, {
  artistName: "=HYPERLINK(1)",
  releaseTitle: "Tide",
  tracks: [
    {
      title: "@one",
      uploadId: "u1",
      metadata: { soloWork: false, songwriters: [{ firstName: "Ada", percentage: 100 }] },
    },
    { title: "Two", metadata: { soloWork: true } },
  ],
});
const submission = {
  id: "S",
  reference: "R",
  status: "pending",
  createdAt: "c",
  replyDueAt: "d",
  form,
  findings: {},
  pictures: {},
};
const files = [{ path: "Audio/01 one.wav", uploadId: "u1", key: "k", size: 3 }];

test("each track's line has all of the release, and no cell runs as a formula", () => {
  const [head = "", one = "", two = "", end] = releaseCsv(submission, files).split("\r\n");
  const names = head.split(",");
  const cellsOf = (line: string) =>
    Object.fromEntries(line.split(",").map((cell, index) => [names[index], cell]));
  expect(head).toMatch(/^\uFEFFreference,status,/);
  const order = ["songwriters", "credits", "social clips", "file"];
  expect(names.filter((name) => order.includes(name))).toEqual(order);
  expect(cellsOf(one)).toMatchObject({
    artist: "'=HYPERLINK(1)",
    line: "track",
    number: "1",
    title: "'@one",
    songwriters: "Ada 100%",
    credits: "",
    "social clips": "",
    file: "Audio/01 one.wav",
    "track artwork": "",
  });
  expect(cellsOf(two)).toMatchObject({
    line: "track",
    number: "2",
    title: "Two",
    songwriters: "Solo work",
    file: "",
  });
  expect([one, two].map((line) => line.split(",").length)).toEqual([names.length, names.length]);
  expect(end).toBe("");
});

test("the package has the full name as its owner writes it", () => {
  const named = { ...form, firstName: "An", surname: "Nguyễn", fullName: "Nguyễn Văn An" };
  const [head = "", one = ""] = releaseCsv({ ...submission, form: named }, files).split("\r\n");
  expect(one.split(",")[head.split(",").indexOf("full name")]).toBe("Nguyễn Văn An");
});

test("what was found in a picture is told beside it", () => {
  const picture = { kind: "jpeg", width: 3000, height: 3000, components: 3 } as const;
  const pictures = {
    p1: { ...picture, orientation: 6, profile: "cmyk" as const },
    p2: { ...picture, profile: "other" as const },
  };
  const [track] = form.tracks;
  if (!track) throw new Error("No track");
  const withPictures = {
    ...form,
    artworkUploadId: "p1",
    tracks: [{ ...track, customArtworkUploadId: "p2" }],
  };
  const release = { ...submission, form: withPictures, pictures };
  const csv = releaseCsv(release, files);
  expect(csv).toContain("made for print (CMYK)");
  expect(csv).toContain("saved turned or flipped");
  expect(csv).toContain("a colour profile that isn't for RGB");
  expect(JSON.parse(releaseJson(release, files)).pictures).toMatchObject([
    { uploadId: "p1", found: { orientation: 6 } },
    { uploadId: "p2", found: { profile: "other" } },
  ]);
});

test("a submission without tracks has one line all the same", () => {
  const none = { ...submission, form: { ...form, tracks: [] } };
  expect(releaseCsv(none, []).trimEnd().split("\r\n")).toHaveLength(2);
});

const measured: AudioFindings = {
  format: "pcm",
  channels: 2,
  sampleRate: 44_100,
  bits: 16,
  seconds: 180,
  fingerprint: "f",
  peak: -0.04,
  truePeak: 0.31,
  loudness: -9.26,
  clipping: { runs: 3, samples: 12, first: 4 },
  over: { samples: 0, first: null },
  unusable: 0,
  silence: { head: 0.25, tail: 6.1 },
  same: true,
  silentChannels: [],
  waveform: [],
};

test("the sound of a track that was measured is on its line, and why there is none", () => {
  const soundOf = (findings: Record<string, AudioFindings | null>) =>
    releaseCsv({ ...submission, findings }, files)
      .split("\r\n")[1]
      ?.split(",")
      .slice(-8);
  expect(soundOf({ u1: measured })).toEqual([
    "measured",
    "0",
    "0.3",
    "-9.3",
    "3",
    "0.3",
    "6.1",
    "yes",
  ]);
  expect(soundOf({ u1: null })?.[0]).toBe("can't be measured");
  expect(soundOf({})?.[0]).toBe("not measured");
  expect(releaseCsv(submission, files).split("\r\n")[2]).toMatch(/,{8}$/);
});

test("the JSON has what was measured, without the picture of the wave", () => {
  const json = JSON.parse(releaseJson({ ...submission, findings: { u1: measured, u2: null } }, []));
  const { waveform: _, ...values } = measured;
  expect(json.sound).toEqual([
    { uploadId: "u1", measured: values },
    { uploadId: "u2", measured: null },
  ]);
});

test("the package has the rights answers and what is open about them", () => {
  const details = {
    sentAt: "2026-11-23",
    rightsGaps: [
      "Track 1, @one: Samples: not answered",
      "Track 1, @one: Cover version: no licence given",
    ],
    release: [["Work for hire", "No"]],
    tracks: [[["Cover version", "Yes: no licence given"]], []],
  } as const;
  const sent = { ...submission, details };
  const [head = "", one = ""] = releaseCsv(sent, files).split("\r\n");
  expect(one).toContain(`"${details.rightsGaps.join("; ")}"`);
  expect(head).toContain(",rights gaps,details: Work for hire,");
  expect(one).toContain("Yes: no licence given");
  expect(JSON.parse(releaseJson(sent, files)).details).toEqual({
    sentAt: "2026-11-23",
    rightsGaps: details.rightsGaps,
    release: { "Work for hire": "No" },
    tracks: [{ "Cover version": "Yes: no licence given" }, {}],
  });
});

test("the JSON has the whole submission and its files", () => {
  expect(JSON.parse(releaseJson(submission, files))).toMatchObject({
    release: JSON.parse(JSON.stringify(form)),
    files: [{ path: "Audio/01 one.wav", uploadId: "u1", bytes: 3 }],
  });
});
