import { createElement } from "react";
import { expect, test } from "vitest";
import * as signIn from "~/domain/artists/sign-in-limits";
import { statusText } from "~/domain/submission/record/status-text";
import type { SubmissionView } from "~/domain/submission/record/submission-view";
import {
  NO_ID,
  requireOwnSubmission,
} from "~/features/portal/submission/own-submission-page.server";
import { SubmissionMissing } from "~/features/portal/submission/submission-missing";
import { SubmissionDetails } from "~/features/portal/submission/submission-route";
import { ArtistBar } from "~/ui/artist-bar";
import { renderInWizard } from "../support/render-page";

// Portal document, sections 2, 4 and 8: a submission's page, the bar over it, and what signing in says.

const whole: SubmissionView = {
  id: "01J",
  reference: "K2P7M-9QX4T",
  title: "Night Ferry",
  artistName: "Sigrid Vale",
  type: "single",
  status: "pending",
  artwork: null,
  banner: statusText("pending"),
  releaseDate: "2027-03-12",
  createdAt: "2026-11-23T10:00:00.000Z",
  progress: undefined,
  openedAt: null,
  actions: [],
  tasks: [],
  reason: undefined,
  isFinal: false,
  note: undefined,
  work: [],
  again: undefined,
  near: undefined,
  stores: [],
  detailsPath: undefined,
  publicPath: undefined,
  supportEmail: "help@example.com",
  media: [
    { label: "Track 1", name: "ferry.wav", url: "/files/1/ferry.wav" },
    { label: "Artwork", name: "cover.jpg", url: "/files/2/cover.jpg" },
  ],
};
const page = (change: Partial<SubmissionView> = {}) =>
  renderInWizard(
    createElement(SubmissionDetails, { submission: { ...whole, ...change }, other: undefined }),
  );

test.each<[string, Partial<SubmissionView>, readonly string[]]>([
  ["the way back, and its heading", {}, ["|Back to Dashboard|Submission Details|"]],
  ["its title", {}, ["|Night Ferry|"]],
  ["no title", { title: "" }, ["|Untitled Release|"]],
  ["its chips", {}, ["|Single|", "|Pending|"]],
  ["an EP", { type: "ep" }, ["|EP|"]],
  ["an album", { type: "lp" }, ["|Album|"]],
  ["another type", { type: "mixtape" }, ["|mixtape|"]],
  ["no type", { type: "" }, ["|Release|"]],
  [
    "its dates in US long form",
    {},
    ["|Important Dates|Release Date|March 12, 2027|Submission Date|November 23, 2026|"],
  ],
  ["no date", { releaseDate: "" }, ["|Release Date|TBD|"]],
  [
    "its banner",
    {},
    ["|Your submission is being reviewed|We'll update you once we've reviewed your submission.|"],
  ],
  ["its files", {}, ["|Media Files|Track 1|ferry.wav|", "|Artwork|cover.jpg|"]],
  ["no files", { media: [] }, ["|Media Files|No media files available for this submission.|"]],
  ["whom to write to", {}, ["|Contact Support|"]],
])("section 2, a submission's page tells %s", (_, change, texts) => {
  const pageText = page(change);
  for (const text of texts) expect(pageText).toContain(text);
});

test("wanted changes stand for a status that they hold up; other tasks stand beside it", () => {
  const wanted = page({ actions: ["make-changes"] });
  expect(wanted).toContain("|Changes wanted|");
  expect(wanted).not.toContain("|Pending|");
  expect(page({ actions: ["sign-agreement", "review"] })).toContain(
    "|Pending|Agreement not signed|K2P7M",
  );
});

const missing = (error: unknown) =>
  renderInWizard(
    createElement(SubmissionMissing, { error }),
    {},
    { supportEmail: "a@example.com" },
  );
const createRefusal = (status: number, text: string) => ({
  status,
  statusText: "",
  internal: false,
  data: { refusal: text },
});

test.each<[string, unknown, string]>([
  ["none like it", createRefusal(404, "Submission not found"), "Submission not found"],
  ["no id", createRefusal(400, NO_ID), "No submission ID provided"],
  ["anything else", new Error("D1 is away"), "Failed to load submission details"],
])("section 8, a submission that cannot be shown: %s", (_, error, text) => {
  expect(missing(error)).toContain(`|Submission Details|${text}|Back to Dashboard|`);
});

test("section 8, a page says so when the database does not answer", async () => {
  const away = () => {
    throw new Error("D1 is away");
  };
  const context = { db: { select: away }, scope: { logFailure: () => {} } };
  const [portal, artist] = [context, { id: "A" }] as unknown as Parameters<
    typeof requireOwnSubmission
  >;
  const reply = await requireOwnSubmission(portal, artist, "01J").catch((failure) => failure);
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { refusal: "Failed to load submission details" },
  ]);
});

test("section 2, the signed-in bar: the product, who it is, and its four items", () => {
  const member = { name: "Sigrid Vale", picture: undefined };
  expect(renderInWizard(createElement(ArtistBar, { member }))).toContain(
    "|Artist portal|S|Sigrid Vale|Dashboard|My Profile|Submit Music|Logout|",
  );
});

test.each([
  [signIn.INVALID_ID, "Invalid artist ID"],
  [signIn.CODE_MISSING, "Please verify your invitation code"],
  [signIn.INVALID_CODE, "Invalid invitation code"],
])("section 8, signing in says '%s'", (text, expectedText) => {
  expect(text).toBe(expectedText);
});
