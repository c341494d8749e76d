import { createElement } from "react";
import * as v from "valibot";
import { expect, test } from "vitest";
import { completionOf, completionWeights } from "~/domain/artists/completion";
import { readTab } from "~/domain/artists/dashboard-tab";
import { checkProfile, profileFormSchema } from "~/domain/artists/edit-profile";
import { portalProfile } from "~/domain/artists/portal-profile";
import { type Profile, profileSchema } from "~/domain/artists/profile";
import { type ReleaseCard, releasePath } from "~/domain/submission/record/release-card";
import { showDashboard } from "~/features/portal/dashboard/dashboard-route.server";
import { ProfileCard } from "~/features/portal/dashboard/profile-card";
import { SubmissionList } from "~/features/portal/dashboard/submission-list";
import { errorTexts } from "~/forms/form-reply";
import { openDatabase } from "~/platform/database.server";
import { releaseStages, statusTone } from "~/reference/statuses";
import { StatusChip } from "~/ui/status-chip";
import { renderInWizard } from "../support/render-page";

// Sections 2, 4, 5 and 9 of the portal's document: the dashboard and the profile, one row per rule.

const blank = v.parse(profileSchema, {});
const whole: Profile = {
  name: "Sigrid Valentin",
  artistName: "Sigrid Vale",
  nationality: "Ireland",
  country: "Ireland",
  city: "Cork",
  biography: "Songs of the harbour.",
  spotifyProfile: "https://open.spotify.com/artist/4Z8W4f",
  appleMusicProfile: "music.apple.com/artist/1",
  soundcloudProfile: "soundcloud.com/vale",
  instagramProfile: "instagram.com/vale",
  tiktokProfile: "tiktok.com/@vale",
  website: "sigridvale.com",
  pplId: "PPL-1",
  prsId: "PRS-2",
  noPplId: "",
  noPrsId: "",
  ipi: "",
  isni: "",
};

test.each<[keyof Profile, number]>([
  ["name", 10],
  ["artistName", 10],
  ["nationality", 10],
  ["biography", 10],
  ["website", 10],
  ["spotifyProfile", 10],
  ["country", 5],
  ["city", 5],
  ["appleMusicProfile", 5],
  ["soundcloudProfile", 5],
  ["instagramProfile", 5],
  ["pplId", 7.5],
  ["prsId", 7.5],
])("section 5, completion, %s weighs %d", (name, weight) => {
  expect(completionWeights[name]).toBe(weight);
  expect(completionOf({ [name]: "x" })).toBe(Math.round(weight));
  expect(completionOf({ [name]: "  " })).toBe(0);
});

test.each<[string, Partial<Profile>, number]>([
  ["nothing", {}, 0],
  ["TikTok alone", { tiktokProfile: "tiktok.com/@vale" }, 0],
  ["both ids", { pplId: "1", prsId: "2" }, 15],
  ["all but TikTok", { ...whole, tiktokProfile: "" }, 100],
  ["everything", whole, 100],
  ["all but an id, rounded", { ...whole, prsId: "" }, 93],
])("section 5, completion of %s", (_, profile, percent) => {
  expect(completionOf(profile)).toBe(percent);
});

test.each([
  ["0", 0],
  ["1", 1],
  ...[null, "", "2", "-1", "1.0", "00", "01", " 1", "1e0", "x"].map((tab) => [tab, undefined]),
] as [string | null, 0 | 1 | undefined][])("section 5, dashboard tab %j", (text, tab) => {
  expect(readTab(text)).toBe(tab);
});

test.each([
  ["approved", "good"],
  ["live", "good"],
  ["Active", "good"],
  ["PENDING", "waiting"],
  ["In Progress", "waiting"],
  ["processing", "waiting"],
  ["rejected", "bad"],
  ["Failed", "bad"],
  ["elsewhere", "neutral"],
])("section 4, the colour of %s", (status, tone) => {
  expect(statusTone(status)).toBe(tone);
  const word = status.charAt(0).toUpperCase() + status.slice(1);
  expect(renderInWizard(createElement(StatusChip, { status }))).toContain(word);
});

const account = {
  artistId: "A-7K4P29",
  email: "sigrid@example.com",
  profile: whole,
  picture: null,
  status: "Active",
  contractSignatureId: null,
};
const card = (profile: Profile) =>
  renderInWizard(
    createElement(ProfileCard, {
      profile: portalProfile({ ...account, profile }, 3),
      completion: completionOf(profile),
      missing: [],
    }),
  );

test.each([
  ...["|Sigrid Vale|", "|Ireland|", "|Cork, Ireland|", "|3 Submission(s)|", "|Active|"],
  ...["|Profile Completion|", "|100%|", "|Songs of the harbour.|", "|Edit Profile|"],
  ...["|Spotify|", "|Apple Music|", "|SoundCloud|", "|Instagram|", "|TikTok|", "|Website|"],
  ...["|sigrid@example.com|", "|PPL ID|PPL-1|", "|PRS ID|PRS-2|"],
])("section 2, a whole profile's card says %s", (text) => {
  expect(card(whole)).toContain(text);
});

test("section 2, a card without a profile leaves out what is not set, and asks for it", () => {
  const empty = card(blank);
  expect(empty).toContain("|User|");
  expect(empty).toContain("|0%|");
  expect(empty).toContain("|Complete Profile|");
  expect(empty).not.toMatch(/Spotify|SoundCloud|Website|PPL|PRS|Edit Profile/);
  expect(card({ ...blank, name: "Sigrid Valentin" })).toContain("|Sigrid Valentin|");
});

test("section 3, a profile tells whether it is complete and the agreement signed", () => {
  expect(portalProfile(account, 3)).toMatchObject({
    userId: "A-7K4P29",
    profileCompleted: true,
    submissionCount: 3,
    hasSignedContract: false,
    contractSignatureId: null,
    picture: null,
  });
  const signedAccount = { ...account, profile: blank, contractSignatureId: "S1" };
  expect(portalProfile(signedAccount, 0)).toMatchObject({
    profileCompleted: false,
    hasSignedContract: true,
    contractSignatureId: "S1",
  });
  const picture = JSON.stringify({ id: "P1", small: "a", large: "b" });
  expect(portalProfile({ ...account, picture }, 0).picture).toBe(
    "/files/pictures/A-7K4P29/P1/large",
  );
});

const release: ReleaseCard = {
  id: "4711",
  releaseTitle: "Night Ferry",
  releaseType: "single",
  status: "pending",
  releaseDate: "2027-03-12",
  artworkUrl: null,
  createdAt: "2026-11-23T10:00:00.000Z",
  progress: {
    stages: releaseStages.map((name) => ({ name, state: "ahead" as const, day: "" })),
    next: { what: "Next: our reply", when: "by Dec 7", day: "2026-12-07" },
  },
};
const list = (releases: ReleaseCard[]) =>
  renderInWizard(
    createElement(SubmissionList, {
      releases,
      next: undefined,
      older: false,
      joinable: 0,
    }),
  );

test.each<[string, Partial<ReleaseCard>, string]>([
  ["its title", {}, "|Night Ferry|"],
  ["no title", { releaseTitle: " " }, "|Untitled Release|"],
  ["a single", {}, "|Single|"],
  ["an EP", { releaseType: "ep" }, "|EP|"],
  ["an album", { releaseType: "lp" }, "|Album|"],
  ["another type", { releaseType: "mixtape" }, "|mixtape|"],
  ["no type", { releaseType: "" }, "|Release|"],
  ["its status", {}, "|Pending|"],
  ["its date in US long form", {}, "|Release Date|March 12, 2027|"],
  ["no date", { releaseDate: "" }, "|Release Date|TBD|"],
  ["when it was submitted", {}, "|Submitted|November 23, 2026|"],
  ["the way to its page", {}, "|View Details|"],
  ["the way to complete it", { status: "In Progress" }, "|Complete Release Details|"],
])("section 2, a submission's card says %s", (_, change, text) => {
  expect(list([{ ...release, ...change }])).toContain(text);
});

test.each(["pending", "processing", "approved", "live", "rejected", "failed", "active"])(
  "section 2, a submission that is %s has nothing to complete, and opens its own page",
  (status) => {
    expect(list([{ ...release, status }])).not.toContain("Complete Release Details");
    expect(releasePath({ id: "4711", status })).toBe("/submission/4711");
  },
);

test("section 2, one in progress opens its release details, however that is written", () => {
  expect(releasePath({ id: "4711", status: "In Progress" })).toBe("/release-details/4711");
});

test("section 2, an empty list says so", () => {
  expect(list([])).toContain("|Your Submissions|You don't have any submissions yet.|");
  expect(list([release])).not.toContain("You don't have any submissions yet.");
});

test("a submission's card says where it stands and what comes next", () => {
  expect(list([release])).toContain("|received|: still to come|");
  expect(list([release])).toContain("|Next: our reply| by Dec 7|");
});

test("section 8, a dashboard that cannot be read says so", async () => {
  const away = () => {
    throw new Error("D1 is away");
  };
  const db = openDatabase({ prepare: away, batch: away } as unknown as D1Database);
  const context = {
    db,
    clock: () => new Date(),
    settings: { SIGNING_SECRET: "s".repeat(32), DELIVERY_WEEKS: 4 },
    scope: { logFailure: () => {} },
  };
  const request = new Request("https://portal.example/dashboard?tab=0");
  const reply = await showDashboard(request, context, { id: "A" }).catch((failure) => failure);
  expect(await (reply as Response).json()).toEqual({
    refusal: "Failed to load dashboard data",
  });
});

const HOST = (host: string) => `Please include ${host}/ in the URL`;
const form = { artistName: "Sigrid Vale", email: "sigrid@example.com" };

test.each<[string, string, string | undefined]>([
  ["artistName", "", "Artist name is required"],
  ["email", "", "Email is required"],
  ["email", "sigrid@", "Please enter a valid email address"],
  ["name", "", undefined],
  ["biography", "x".repeat(2000), undefined],
  ["biography", "x".repeat(2001), "Biography must be 2000 characters or fewer"],
  ["website", "vale", "Please enter a web address, such as yourname.com"],
  ["website", "javascript:alert(1)", "Please enter a web address, such as yourname.com"],
  ["website", "sigridvale.com", undefined],
  ["instagramProfile", "@vale", HOST("instagram.com")],
  ["instagramProfile", "instagram.com/vale", undefined],
  ["tiktokProfile", "@vale", HOST("tiktok.com")],
  ["appleMusicProfile", "vale", HOST("music.apple.com")],
  ["soundcloudProfile", "vale", HOST("soundcloud.com")],
  [
    "spotifyProfile",
    "vale",
    "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)",
  ],
  ["pplId", "1".repeat(41), "PPL ID must be 40 characters or fewer"],
])("section 5, the profile's %s as %.20j", (name, text, error) => {
  const errors = checkProfile(v.parse(profileFormSchema, { ...form, [name]: text }));
  expect(errorTexts(errors)).toEqual(error ? { [name]: error } : {});
});
