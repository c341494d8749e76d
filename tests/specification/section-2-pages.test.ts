import { createElement } from "react";
import * as v from "valibot";
import { expect, test } from "vitest";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { RecentErrors } from "~/features/staff/analytics/errors";
import { AboutFields } from "~/features/wizard/about-fields";
import { ArtistFields } from "~/features/wizard/artist/artist-fields";
import { BetaNotice } from "~/features/wizard/frame/beta-notice";
import { DevBanner } from "~/features/wizard/frame/dev-banner";
import { StatusLine } from "~/features/wizard/frame/status-line";
import { StepButtons } from "~/features/wizard/frame/step-buttons";
import { Stepper } from "~/features/wizard/frame/stepper";
import { DevToolsContext } from "~/features/wizard/frame/use-dev-tools";
import { ReleaseSummary } from "~/features/wizard/review/release-summary";
import { SubmitForm } from "~/features/wizard/review/submit-form";
import { JoinIntroduction } from "~/features/wizard/waiting-list/join-introduction";
import { Joined } from "~/features/wizard/waiting-list/joined";
import { saveStatusText } from "~/forms/autosave/autosave-state";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { aboutPath, socialLinks } from "~/platform/label";
import SubmissionSuccess from "~/routes/submit.success";
import { ErrorSummary } from "~/ui/error-summary";
import { PageFrame } from "~/ui/page-frame";
import { renderInWizard } from "../support/render-page";

// Section 2 of both documents: texts of the pages as the server renders them.

const frame = renderInWizard([
  createElement(StatusLine, { key: "line", step: "music", saveState: { phase: "idle" } }),
  createElement(Stepper, { key: "steps", current: "music", completed: ["artist"] }),
]);
const links = socialLinks({
  VIDEO_URL: "https://www.youtube.com/@quay",
  STREAMING_URL: "https://open.spotify.com/user/quay",
  PHOTO_URL: "https://pictures.example/quay",
});
const label = {
  brand: "Quay",
  about: "/about-quay-",
  showsCookieNotice: false,
  scripted: true,
  children: "",
  artist: undefined,
  artistBar: undefined,
};
const layout = renderInWizard(createElement(PageFrame, { ...label, social: links }));
const signedIn = renderInWizard(
  createElement(PageFrame, { ...label, social: [], artist: "Sigrid Vale" }),
);
const asking = renderInWizard(
  createElement(PageFrame, { ...label, social: [], showsCookieNotice: true }),
);
const city = missingError("City is required");
const summary = { sentences: ["All of it"], errors: { city }, refusal: {} };
const banner = renderInWizard(createElement(ErrorSummary, summary));
const wrongAnswers = (errors: FieldErrors) =>
  renderInWizard(createElement(ErrorSummary, { sentences: [], errors, refusal: {} }));
const tooLong = { proNumber: invalidError("PRO number must be 50 characters or fewer") };
const notice = {
  supportEmail: "help@example.com",
  action: "/",
  currentPath: "/",
  onDismiss: () => {},
};
const beta = renderInWizard(createElement(BetaNotice, notice));
const underDevelopment = (isOn: boolean) => {
  const inside = createElement(DevBanner, { action: "/", currentPath: "/" });
  const value = { isEnabled: isOn, skipsValidation: isOn };
  return renderInWizard(createElement(DevToolsContext.Provider, { value }, inside));
};
const artist = renderInWizard(createElement(ArtistFields, { spotify: undefined, cities: "" }));
const about = renderInWizard(createElement(AboutFields));
const button = renderInWizard(
  createElement(StepButtons, { step: "artist", next: "Next Step", back: true }),
);

const review = (ready: boolean) => {
  const nothing = {
    music: undefined,
    files: [],
    refusal: undefined,
    missing: [],
    notice: undefined,
    versions: { steps: {}, slots: {} },
  };
  const rest = { ...nothing, children: "" };
  const form = { ...rest, draftId: "d", formStart: "" };
  return renderInWizard(createElement(SubmitForm, { ...form, ready }));
};
const album = {
  type: "album",
  id: "abc",
  title: "Tide",
  artist: "Vale",
  image: null,
  spotifyUrl: "https://open.spotify.com/album/abc",
  releaseDate: "2020-05-01",
  albumDetails: {
    label: "Quay",
    copyrights: [],
    tracks: [],
    totalTracks: 0,
    upc: null,
    releaseDate: "2020-05-01",
  },
};
const music = v.parse(musicAnswersSchema, {
  uploadType: "both",
  releaseType: "ep",
  releaseTitle: "Harbour",
  releaseDate: "2027-03-01",
  waterfallEnabled: "on",
  tracks: [
    { title: "Ferry", releaseDate: "2027-03-01", socialClipsEnabled: "on" },
    { title: "Lantern", releaseDate: "2027-04-12" },
  ],
  catalogueItems: [album],
});
const reviewSummary = renderInWizard(
  createElement(ReleaseSummary, {
    answers: { music },
    files: [],
    missing: [],
    today: "2026-11-29",
  }),
);
const receipt = {
  reference: "K2P7M-9QX4T",
  replyDue: "March 12, 2027",
  release: "Ferry",
  artistName: "Vale",
  artwork: "/files/01J/cover.jpg",
  files: [{ label: "Track 1", name: "ferry.wav", size: "40.0MB", sha256: "ab12" }],
  email: "vale@example.com",
  statusPath: "/status/01J?s=1",
  statusUrl: "https://portal.example/status/01J?s=1",
  dateNote: "A Friday. We answer by March 12, 2027, nine weeks before.",
  stages: [
    { name: "received", state: "done", when: "Feb 26", text: "Stored." },
    { name: "listened to", state: "next", when: "by Mar 12", text: "A yes, or a no." },
  ],
  canCorrectEmail: true,
  sendsMail: true,
  mailHeld: false,
  supportEmail: "help@example.com",
};
const successPage = (loaderData: object) =>
  renderInWizard(
    createElement(SubmissionSuccess),
    {},
    { supportEmail: "help@example.com", ...loaderData },
  );
const success = successPage({ submission: receipt });
const withoutMail = successPage({ submission: { ...receipt, sendsMail: false } });
const nothingSent = successPage({});
const joining = (isOpen: boolean) => {
  const about = { isOpen, note: undefined, hasDraft: false, children: "" };
  return renderInWizard(createElement(JoinIntroduction, about));
};
const entry = { reference: "K2P7M", replyDue: "March 12, 2027", supportEmail: "help@example.com" };
const joinedPage = renderInWizard(
  createElement(Joined, { ...entry, sendsMail: true, mailHeld: false }),
);
const noErrors = renderInWizard(createElement(RecentErrors, { errors: [] }));

test.each<[string, string, readonly string[]]>([
  ["stepper", frame, ["Step 2 of 4", "|Artist Information|", "|Music Upload|"]],
  ["stepper", frame, ["|Additional Information|", "|Review & Submit|"]],
  ["banner", banner, ["|Required Information Missing|", "|All of it|", "|City is required|"]],
  ["banner, nothing missing", wrongAnswers(tooLong), ["|Please check your answers|"]],
  ["banner, some missing", wrongAnswers({ ...tooLong, city }), ["|Required Information Missing|"]],
  ["beta notice", beta, ["|Beta Portal Notice|", "|Got it, let's start!|"]],
  ["development banner", underDevelopment(true), ["|Development mode|"]],
  ["artist step, sections", artist, ["|Basic Information|", "|Location|"]],
  [
    "artist step, sections",
    artist,
    ["|Find your artist profile on Spotify|", "|Social Media Profiles|"],
  ],
  ["artist step, choice", artist, ["|I have a Spotify profile|", "|I'm a new artist|"]],
  ["artist step, sub-modes and status", artist, ["|Search|", "|Enter URL|", "|Unverified|"]],
  ["artist step, buttons", button, ["|Next Step|", "|Back|"]],
  ["additional information", about, ["|Bio (optional)|", "|For Fans Of (optional)|"]],
  ["additional information", about, ["publishing administration|", "|PRO number (optional)|"]],
  ["additional information: coming soon (section 1)", about, ["Coming soon"]],
  ["review, badge", review(true), ["|Ready to Submit|"]],
  ["review, badge", review(false), ["|Some fields incomplete|"]],
  ["review, buttons", review(true), ["|Submit Music|", "|Back to Edit|"]],
  ["review, groups", reviewSummary, ["|Artist|", "|Release|", "|Tracks|"]],
  ["review, groups", reviewSummary, ["|Catalogue transfer|", "|About Your Music|"]],
  ["review, changes", reviewSummary, ["|Release title|Harbour|Change| Release title|"]],
  ["review, changes", reviewSummary, ["|Change| title of Ferry|", "|Change| Audio of Ferry|"]],
  ["review, waterfall", reviewSummary, ["|Release plan|", "Clips from February 8, 2027"]],
  ["review, blanks", reviewSummary, ["|Artist name|Not provided|", "|Bio|Not provided|"]],
  [
    "review, dates in US long form",
    reviewSummary,
    ["|Release date|April 12, 2027|", "May 1, 2020"],
  ],
  ["review, the first single's day beside it", reviewSummary, ["|First single|March 1, 2027|"]],
  ["review, rights", review(true), ["By pressing Submit Music you confirm", "|privacy policy"]],
  ["review, rights", review(true), ["You also accept our |terms of service"]],
  ["public layout, navigation", layout, ["|Home|Learn more|About|Submit your music|"]],
  [
    "public layout, way into the portal",
    layout,
    ["music|FAQ|Artist sign-in|", "|Artist sign-in|Terms"],
  ],
  ["public layout, signed in", signedIn, ["music|FAQ|Sigrid Vale|", "|Sigrid Vale|Terms|"]],
  ["public layout, footer", layout, ["|YouTube|Spotify|Photos|", "|© 2025 Quay|"]],
  ["public layout, legal links", layout, ["|Terms|Privacy|Cookies|Data protection|"]],
  ["public layout, cookie choice", layout, ["|Data protection|Cookie choices|"]],
  ["public layout, cookie notice", asking, ["May we measure", "|Accept|Refuse|", "Save what you"]],
  ["success page", success, ["|Submission Successful!|", "within 7-10 business days"]],
  ["success page", success, ["email confirmation", "|Return to Home|"]],
  ["success page, dates", success, ["|by March 12, 2027|", "Your release date: A Friday."]],
  ["success page, status link", success, ["|Your status link|", "|Open the status page|"]],
  ["success page, what happens when", success, ["|Feb 26|received|Stored.|by Mar 12|listened to|"]],
  ["success page, receipt", success, ["1 file with SHA-256", "Track 1: ferry.wav, 40.0MB|ab12|"]],
  ["success page, next", success, ["|Submit another release|", "|help@example.com|"]],
  [
    "success page while mail is off",
    withoutMail,
    ["within 7-10 business days", "|Return to Home|"],
  ],
  ["success page while mail is off", withoutMail, ["note of your reference", "|help@example.com|"]],
  ["waiting-list mode", joining(false), ["|Share Your New Music With Us|"]],
  [
    "the waiting list while submissions are open",
    joining(true),
    ["|Share Your New Music With Us|"],
  ],
  ["waiting list, joined", joinedPage, ["|Submitted for review!|", "|Return to Home|"]],
  ["analytics, nothing happened", noErrors, ["|No recent errors|"]],
  [
    "success page without a submission",
    nothingSent,
    ["|Go to your submission|", "|Return to Home|"],
  ],
])("section 2, %s", (_, page, texts) => {
  for (const text of texts) expect(page).toContain(text);
});

test("section 2, success page: no mail is promised while mail is off, nor to later visitors of the page", () => {
  expect(withoutMail).not.toMatch(/confirmation|on its way|reply to/);
  expect(nothingSent).not.toMatch(/Successful|confirmation|business days/);
});

test("section 2, cookie notice: it does not ask again after an answer", () => {
  expect(layout).not.toMatch(/Accept|Refuse/);
});

test("section 2, public layout: only configured external pages are linked", () => {
  expect(socialLinks({})).toEqual([]);
});

test.each([
  ["Mahogany", "/about-mahogany-"],
  ["Quay & Söhne", "/about-quay-sohne-"],
])("section 2, the page about %s is %s", (brand, path) => {
  expect(aboutPath({ BRAND_NAME: brand })).toBe(path);
});

test("section 2, development banner: artists never see it", () => {
  expect(underDevelopment(false)).not.toContain("Development");
});

test.each<[Parameters<typeof saveStatusText>[0], string]>([
  [{ phase: "saved", savedAt: 0, recovered: false }, "Saved 14:32"],
  [{ phase: "offline" }, "Offline, will save when you are back"],
])("autosave, %j reads '%s'", (state, text) => {
  expect(saveStatusText(state, () => "14:32")).toBe(text);
});
