import * as v from "valibot";
import { expect, test } from "vitest";
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
};
const files = [{ path: "Audio/01 one.wav", uploadId: "u1", key: "k", size: 3 }];

test("each track's line has all of the release, and no cell runs as a formula", () => {
  const [head = "", one = "", two = "", end] = releaseCsv(submission, files).split("\r\n");
  expect(head).toMatch(/^\uFEFFreference,status,.*,songwriters,credits,social clips,file,/);
  expect(one).toContain(",'=HYPERLINK(1),");
  expect(one).toContain(",track,1,'@one,,Ada 100%,,,Audio/01 one.wav,,");
  expect(two).toContain(",track,2,Two,,Solo work,");
  expect([one, two].map((line) => line.split(",").length)).toEqual(
    [head, head].map((line) => line.split(",").length),
  );
  expect(end).toBe("");
});

test("a submission without tracks has one line all the same", () => {
  const none = { ...submission, form: { ...form, tracks: [] } };
  expect(releaseCsv(none, []).trimEnd().split("\r\n")).toHaveLength(2);
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
