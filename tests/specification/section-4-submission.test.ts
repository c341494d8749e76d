import { expect, test } from "vitest";
import { rejectionReason } from "~/domain/submission/record/past-statuses";
import { dateOr, releaseTypeText } from "~/domain/submission/record/release-card";
import { statusText } from "~/domain/submission/record/status-text";
import { workProgress } from "~/domain/submission/record/work-progress";
import { statusTone } from "~/reference/statuses";

// Portal document, section 4, "Submission statuses", and section 2, "Submission detail".

const OTHER = "Check back for status updates on your submission.";

test.each([
  [
    "pending",
    "waiting",
    "Your submission is being reviewed",
    "We'll update you once we've reviewed your submission.",
  ],
  [
    "processing",
    "waiting",
    "Your music is being processed",
    "Your music is being processed for distribution.",
  ],
  [
    "approved",
    "good",
    "Your release has been approved",
    "Your release is scheduled and will go live on the release date.",
  ],
  ["live", "good", "Your music is now live!", "Your music is now available on all platforms."],
  [
    "rejected",
    "bad",
    "Your submission was not approved",
    "Please check your email for details on why it was rejected.",
  ],
  ["in progress", "waiting", "Submission status: in progress", OTHER],
  ["failed", "bad", "Submission status: failed", OTHER],
  ["active", "good", "Submission status: active", OTHER],
  ["mislaid", "neutral", "Submission status: mislaid", OTHER],
])("section 4, banner and colour of %s", (status, tone, title, text) => {
  expect(statusText(status)).toEqual({ title, text });
  expect(statusTone(status)).toBe(tone);
});

test.each(["LIVE", "Live", " live "])("section 4, statuses in any case: %s", (status) => {
  expect(statusText(status).title).toBe("Your music is now live!");
});

test.each([
  ["single", "Single"],
  ["ep", "EP"],
  ["lp", "Album"],
  ["mixtape", "mixtape"],
  ["", "Release"],
])("section 2, type chip of '%s'", (type, chip) => {
  expect(releaseTypeText(type)).toBe(chip);
});

test("section 9, dates in US long form, and TBD for none", () => {
  expect([dateOr("2027-03-05"), dateOr("")]).toEqual(["March 5, 2027", "TBD"]);
});

const DUE = "2026-11-16T10:00:00.000Z";
const pending = { status: "pending", at: "2026-11-02T10:00:00.000Z" };

test("only the reason of the last decision is shown", () => {
  const rejection = { status: "rejected", at: DUE, reason: " Too quiet " };
  expect(rejectionReason([pending, rejection])).toBe("Too quiet");
  expect(rejectionReason([pending, rejection, { ...pending, at: DUE }])).toBeUndefined();
});

const clip = (state: string) => ({ type: "process-clip", subject: "", state });

test("clips and the team's copy are described in plain words, and left out when not needed", () => {
  expect(workProgress([], { mirrors: true })).toEqual([]);
  expect(workProgress([clip("done"), clip("waiting")], { mirrors: true })).toEqual([
    {
      name: "Social clips",
      text: "1 of 2 cut so far. The rest happens by itself.",
      isHeldUp: false,
    },
  ]);
  const copies = ["failed", "done"].map((state) => ({ type: "mirror-drive", subject: "", state }));
  expect(workProgress(copies, { mirrors: true })).toEqual([
    { name: "Copy for the team", text: "Your files are in our team's folder.", isHeldUp: false },
  ]);
  expect(workProgress(copies, { mirrors: false })).toEqual([]);
  expect(workProgress([clip("failed")], { mirrors: true })).toMatchObject([{ isHeldUp: true }]);
});
