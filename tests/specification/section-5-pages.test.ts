import { createElement } from "react";
import * as v from "valibot";
import { expect, test } from "vitest";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { ClipPanel } from "~/features/wizard/clips/clip-panel";
import { ContributorPanel } from "~/features/wizard/contributors/contributor-panel";
import { BROKEN_PREVIEW } from "~/features/wizard/music/artwork-section";
import { MusicSections } from "~/features/wizard/music/music-sections";
import { CatalogueAdder } from "~/features/wizard/transfer/catalogue-adder";
import { TransferSection } from "~/features/wizard/transfer/transfer-section";
import { distributors } from "~/reference/distributors";
import { renderInWizard } from "../support/render-page";

// Sections 2, 4 and 5 of the wizard document: the music step as the server renders it.

const people = Array.from({ length: 10 }, () => ({ firstName: "Ada", surname: "Low" }));
const writer = { firstName: "Bo", lastName: "Ek", percentage: "70" };
const everybody = {
  featuredArtists: people,
  nonFeaturedArtists: people,
  producers: ["Max"],
  songwriters: [writer],
};
const clip = { startTime: "00:00", endTime: "00:20" };
const { tracks } = v.parse(musicAnswersSchema, {
  tracks: [
    { title: "Ferry", metadata: everybody, socialClips: [clip, clip] },
    { socialClips: [clip] },
  ],
});
const panels = tracks.map((track) =>
  renderInWizard(createElement(ContributorPanel, { track, base: "tracks[0].metadata" })),
);
const clips = tracks.map((track, index) =>
  renderInWizard(createElement(ClipPanel, { track, index })),
);
const music = (fields: object) => renderInWizard(createElement(MusicSections), fields);
const single = music({ tracks: [{ title: "Ferry" }] });
const waterfall = music({
  releaseType: "ep",
  releaseDate: "2027-03-01",
  waterfallEnabled: "on",
  tracks: [
    { title: "Ferry", releaseDate: "2027-03-01", socialClipsEnabled: "on" },
    { title: "Lantern", releaseDate: "2027-04-12", useCustomArtwork: "on" },
  ],
});
const early = music({ tracks: [{}], earlyReleaseRequest: "on" });
const full = music({ tracks: [{}, {}] });
const transfer = renderInWizard(createElement(TransferSection));
const adder = renderInWizard(createElement(CatalogueAdder));

test.each<[string, string | undefined, readonly string[]]>([
  ["2, upload type", single, ["|Release New Music|", "|Transfer Existing|", "|Both Options|"]],
  ["2, release type cards", single, ["|Single|1-2 tracks|", "|EP|3-6 tracks|"]],
  ["2, release type cards: lp is shown as Album", single, ["|Album|6+ tracks|"]],
  ["2, sections of new music", single, ["|Your track|", "|Artwork|", "|Release details|"]],
  ["4, track: awaiting upload", single, ["|Awaiting upload|"]],
  ["9, a single has at most 2 tracks", full, ["|Single releases have at most 2 tracks.|"]],
  ["4, track: an early release asks for a reason", early, ["|Reason for the early release|"]],
  ["9, lead time of six weeks", single, ["|Earliest February 15, 2027:"]],
  ["9, limits in words", waterfall, ["at most 200MB", "at most 20MB", "|Any image under 10MB|"]],
  ["2, release strategy with 2 tracks", waterfall, ["|Release strategy|", "|Release plan|"]],
  ["4, waterfall: four weeks by a button", waterfall, ["|4 weeks after the one before|"]],
  [
    "4, waterfall: the full release with the final single",
    waterfall,
    ["|April 12, 2027|Lantern|Final single", "|The full release becomes available that same day.|"],
  ],
  ["9, clips three weeks before the single", waterfall, ["|Social clips on |February 8, 2027|"]],
  [
    "5, required contributors",
    single,
    ["|Required: Add at least one contributor or select 'Solo work' to proceed|"],
  ],
  [
    "5, full lists",
    panels[0],
    [
      "|Maximum of 10 featured artists reached.|",
      "|Maximum of 10 non-featured artists reached.|",
      "|Need 30% more|",
    ],
  ],
  ["5, shares not yet entered", panels[1], ["|Please enter percentages|"]],
  ["5, social clips", clips[0], ["|mm:ss|", "|Remove clip 1|", "|Remove clip 2|"]],
  [
    "5, social clips of 20 seconds",
    clips[0],
    ["|Clip duration should be 30-60 seconds for optimal social media performance|"],
  ],
  ["4, one social clip", clips[1], ["|Add a second clip|"]],
  ["2, catalogue adder", adder, ["|Search Music|", "|Enter URL|"]],
  ["9, transfer duration", transfer, ["2-4 weeks"]],
  ["3, distributors", transfer, distributors.map((name) => `|${name}|`)],
])("section %s", (_, page, texts) => {
  for (const text of texts) expect(page).toContain(text);
});

test.each<[string, string | undefined, string]>([
  ["2, a single track has no release strategy", single, "Release strategy"],
  ["2, new music has no transfer section", single, "Your current distributor"],
  ["2, a transfer has no release type", music({ uploadType: "transfer" }), "Release type"],
  ["9, a full single offers no further track", full, "Add a track"],
  ["5, a full list offers no further row", panels[0], "Add a featured artist"],
  ["4, two clips are the most", clips[0], "Add a second clip"],
  ["4, the only clip cannot be removed", clips[1], "Remove clip"],
])("section %s", (_, page, text) => {
  expect(page).toContain("|");
  expect(page).not.toContain(text);
});

test("section 5, artwork: the text for a preview that fails", () => {
  expect(BROKEN_PREVIEW).toBe(
    "Unable to preview image. File is valid and will be uploaded, but preview failed.",
  );
});

test("section 3, distributors: about 44 and 'Other / Not Listed', sorted alphabetically", () => {
  const distributorNames = distributors.slice(0, -1);
  expect(distributors.at(-1)).toBe("Other / Not Listed");
  expect(Math.abs(distributorNames.length - 44)).toBeLessThanOrEqual(2);
  const sortedNames = [...distributorNames].sort((a, b) =>
    a.localeCompare(b, "en", { sensitivity: "base" }),
  );
  expect(distributorNames).toEqual(sortedNames);
});
