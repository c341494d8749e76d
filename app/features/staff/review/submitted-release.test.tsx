import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { type Answers, countDetails, Details } from "./submitted-release";

const track = { metadata: { soloWork: true }, socialClipsEnabled: true };
const submissionOf = (form: object, extra: Partial<Answers> = {}): Answers => ({
  form: v.parse(releaseFormSchema, form),
  sentAt: "2026-11-21T12:00:00.000Z",
  files: [],
  clips: [],
  proofs: [],
  releaseDetails: undefined,
  ...extra,
});
const shown = (submission: Answers) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Details submission={submission} />
    </MantineProvider>,
  );

test("the plan names days of clips as people write them, and none before the release was sent", () => {
  const html = shown(
    submissionOf({
      waterfallEnabled: true,
      tracks: [
        { ...track, title: "Dawn", releaseDate: "2026-12-05" },
        { ...track, title: "Dusk", releaseDate: "2027-01-16" },
      ],
    }),
  );
  expect(html).toContain("Dawn: Single<");
  expect(html).toContain("the full release. Clips from December 26, 2026<");
});

test("what stands above the details is not told again", () => {
  const html = shown(
    submissionOf({
      tracks: [],
      artistName: "Sigrid Vale",
      releaseTitle: "Night Ferry",
      releaseDate: "2027-01-29",
      earlyReleaseRequest: true,
      earlyReleaseReason: "We play on a ship",
      publishingAdministrationInterest: true,
      primaryGenre: "Folk",
    }),
  );
  expect(html).toContain("Folk");
  expect(html).not.toMatch(/Sigrid Vale|Night Ferry|2027|on a ship|Publishing/);
});

const clip = { startTime: "0:10", endTime: "0:25", description: "" };
const details: Answers["releaseDetails"] = {
  sentAt: null,
  release: [
    ["UPC", "123"],
    ["Label", ""],
  ],
  tracks: [[["ISRC", "QZ"]]],
  rightsGaps: [],
};
test.each([
  [
    "a single",
    submissionOf({
      primaryGenre: "Folk",
      tracks: [{ ...track, socialClipsEnabled: false, title: "Dawn" }],
    }),
  ],
  [
    "a plan with clips",
    submissionOf({
      waterfallEnabled: true,
      tracks: [
        { ...track, releaseDate: "2026-12-05", socialClips: [{ ...clip, id: "1" }] },
        { ...track, releaseDate: "2027-01-16", socialClips: [{ ...clip, id: "2" }] },
      ],
    }),
  ],
  [
    "a transfer",
    submissionOf({
      uploadType: "transfer",
      tracks: [],
      catalogueItems: ["1", "2"].map((id) => ({
        ...{ type: "track", id, title: "Dawn", artist: "Vale", image: null, spotifyUrl: "" },
        releaseDate: "2020",
        trackDetails: {
          ...{ isrc: null, label: "Own", album: "Dawn", duration: 1, upc: null },
          releaseDate: "2020",
        },
      })),
    }),
  ],
  [
    "what is added for distribution",
    submissionOf(
      { tracks: [{ ...track, title: "Dawn" }] },
      { releaseDetails: details, proofs: [{ proves: "A cover", fileName: "a.pdf", url: "/a" }] },
    ),
  ],
])("the details of %s are counted as they are listed", (_, submission) => {
  const lines = shown(submission).match(/<dt|<li/g)?.length;
  expect(lines).toBeGreaterThan(2);
  expect(countDetails(submission)).toBe(lines);
});
