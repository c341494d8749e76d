import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import {
  invitationEndReason,
  isInvitationUsableSql,
  itemOfInvitation,
  redeemInvitationStatements,
} from "~/domain/access/invitations.server";
import { countUse } from "~/domain/access/returning-links.server";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { startingMusic } from "~/domain/submission/music/read-music";
import { artistDay } from "~/domain/submission/music/release-dates";
import type { PendingUpload } from "~/domain/submission/record/readiness.server";
import type { StoredFile } from "~/domain/submission/record/release-form";
import { checkDraft, submitDraft } from "~/domain/submission/record/submit.server";
import { aboutAnswersSchema } from "~/domain/submission/steps/about-step";
import { artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { adoptEarlierUploads } from "~/domain/uploads/receiving/slot-store.server";
import {
  areChoicesStoredSql,
  areFilesInSlotsSql,
  deleteSlotsStatement,
  markUnusedStatement,
} from "~/domain/uploads/receiving/submitted-files.server";
import { slots, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { audioSlot } from "~/domain/uploads/slots";
import { randomIds } from "~/platform/ids";
import { findDraft } from "~/session/unlocked-draft.server";
import { ANONYMOUS_SAVE, DRAFT_LIMITS } from "../../support/complete-draft";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import { artistAnswers } from "../../support/visitor";

const fixture = await openForFile(createJobsFixture);
beforeEach(() => fixture.reset());

const KEY = "k".repeat(43);
const EVENING = new Date("2026-11-21T23:57:00Z");
const MIDNIGHT = new Date("2026-11-22T00:01:00Z");
const DEFAULT = "2027-01-02";
const song: StoredFile = {
  uploadId: "U1",
  kind: "track",
  slot: audioSlot("track-1"),
  key: "k",
  fileName: "ferry.wav",
  contentType: "audio/wav",
  size: 1,
};
const files = {
  changes: [],
  stored: [song],
  sending: new Map<string, PendingUpload>(),
  trackSeconds: new Map<string, number>(),
};

/** A whole draft, saved at this time; its date is the default where none is given. */
async function wholeDraft(now: Date, chosenDate?: string): Promise<void> {
  await openDraft(fixture.db, { id: "D", key: KEY, now }, DRAFT_LIMITS);
  await fixture.db.delete(uploads);
  await fixture.db.insert(uploads).values({
    ...song,
    id: song.uploadId,
    draftId: "D",
    state: "complete",
    multipartId: "m",
    partSize: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
  await fixture.db.delete(slots);
  await adoptEarlierUploads(fixture.db, "");
  const music = startingMusic(undefined, now);
  const track = { ...music.tracks[0], id: "track-1", title: "Ferry", metadata: { soloWork: true } };
  const answers = {
    ...music,
    releaseTitle: "Ferry",
    primaryGenre: "Folk",
    subGenre: "Indie Folk",
    tracks: [track],
    ...(chosenDate ? { releaseDate: chosenDate, defaultReleaseDate: "" } : {}),
  } as unknown as typeof music;
  const completion = { completed: true, now };
  const artist = v.parse(artistAnswersSchema, artistAnswers);
  await saveStep(fixture.db, "D", {
    ...ANONYMOUS_SAVE,
    step: "artist",
    answers: artist,
    ...completion,
  });
  await saveStep(fixture.db, "D", { ...ANONYMOUS_SAVE, step: "music", answers, ...completion });
  await saveStep(fixture.db, "D", {
    ...ANONYMOUS_SAVE,
    step: "about",
    answers: v.parse(aboutAnswersSchema, {}),
    ...completion,
  });
}

const deps = (now: Date, minutesAhead = 0) => ({
  db: fixture.db,
  clock: () => now,
  artistDay: (time: Date) => artistDay(time, minutesAhead),
  ids: randomIds,
  log: fixture.log,
  requestId: "R",
  sentBy: undefined,
  drill: async () => {},
  claims: {
    areFilesInSlotsSql,
    areChoicesStoredSql,
    areSlotsUnchangedSql: sql`TRUE`,
    markUnusedStatement,
    deleteSlotsStatement,
  },
  links: {
    isInvitationUsableSql: isInvitationUsableSql,
    itemOfInvitation,
    redeemInvitationStatements: redeemInvitationStatements,
    invitationEndReason: invitationEndReason,
    countUse,
  },
  isVisitorAllowed: () => true,
  isUnchanged: () => false,
  sendJobs: async () => {},
});
async function draft() {
  const currentDraft = await findDraft(fixture.db, KEY, fixture.now());
  if (!currentDraft) throw new Error("No draft");
  return currentDraft;
}
const press = async (now: Date, ahead?: number) =>
  checkDraft(deps(now, ahead), await draft(), files);
const submitAgain = async (now: Date) =>
  checkDraft(deps(now), await draft(), files, { isSamePress: true });
const record = async (now: Date, ahead?: number) => {
  const result = await submitDraft(deps(now, ahead), await draft(), files);
  return result.ok ? result.submission.form.releaseDate : result;
};
const tooEarly = {
  ok: false,
  refused: "incomplete",
  obstacles: [
    {
      field: "releaseDate",
      step: "music",
      text: "Release date must be at least 6 weeks from today",
    },
  ],
};

test.each([
  ["the default", undefined],
  ["the same day, chosen", DEFAULT],
])(
  "a run pressed at 23:57 and recorded at 00:01 passes with %s as its date",
  async (_, chosenDate) => {
    await wholeDraft(EVENING, chosenDate);
    expect(await press(EVENING)).toEqual({ ok: true });
    expect(await record(MIDNIGHT)).toBe(DEFAULT);
  },
);

test("a default of days ago is that of the day on which it is submitted", async () => {
  await wholeDraft(EVENING);
  const submittedAt = new Date("2026-11-30T09:00:00Z");
  expect(await record(submittedAt)).toBe("2027-01-11");
});

test("a chosen day that has come too close is refused to a new press, and the run of an earlier one goes on", async () => {
  await wholeDraft(EVENING, DEFAULT);
  expect(await press(EVENING)).toEqual({ ok: true });
  // In another tab, while the files of the first are arriving.
  expect(await press(MIDNIGHT)).toEqual(tooEarly);
  expect(await record(MIDNIGHT)).toBe(DEFAULT);
});

test("a check whose answer was lost before midnight is asked again after it as the same press", async () => {
  await wholeDraft(EVENING, DEFAULT);
  expect(await press(EVENING)).toEqual({ ok: true });
  expect(await submitAgain(MIDNIGHT)).toEqual({ ok: true });
  expect((await draft()).pressedAt).toEqual(EVENING);
  expect(await record(MIDNIGHT)).toBe(DEFAULT);
});

test("a check that never arrived before midnight is of the day on which it does", async () => {
  await wholeDraft(EVENING, DEFAULT);
  expect(await submitAgain(MIDNIGHT)).toEqual(tooEarly);
});

test("a press that was refused counts for nothing", async () => {
  await wholeDraft(EVENING, DEFAULT);
  expect(await press(MIDNIGHT)).toEqual(tooEarly);
  expect(await record(MIDNIGHT)).toEqual(tooEarly);
});

test("an old press counts for a day and no longer where no file was arriving", async () => {
  await wholeDraft(EVENING, DEFAULT);
  await press(EVENING);
  const submittedAt = new Date("2026-11-22T23:58:00Z");
  const setArrivedAt = (time: string) => fixture.db.update(uploads).set({ updatedAt: time });
  await setArrivedAt("2026-11-21T23:57:00Z");
  expect(await record(submittedAt)).toEqual(tooEarly);
  expect(await fixture.db.select().from(submissions)).toEqual([]);
  expect(await record(new Date("2026-11-22T23:56:00Z"))).toBe(DEFAULT);
});

test("a run whose files take days counts from its press, for a week at most", async () => {
  await wholeDraft(EVENING, DEFAULT);
  await press(EVENING);
  const setArrivedAt = (time: string) => fixture.db.update(uploads).set({ updatedAt: time });
  await setArrivedAt("2026-11-25T12:00:00Z");
  expect(await record(new Date("2026-11-26T12:01:00Z"))).toEqual(tooEarly);
  await setArrivedAt("2026-11-29T12:00:00Z");
  expect(await record(new Date("2026-11-29T12:01:00Z"))).toEqual(tooEarly);
  // What is still on its way says nothing of what has arrived.
  await fixture.db.update(uploads).set({ state: "open" });
  expect(await record(new Date("2026-11-25T12:01:00Z"))).not.toBe(DEFAULT);
  await fixture.db.update(uploads).set({ state: "complete" });
  await setArrivedAt("2026-11-25T12:00:00Z");
  expect(await record(new Date("2026-11-25T12:01:00Z"))).toBe(DEFAULT);
});

test.each([
  [
    "Kiritimati",
    14 * 60,
    "2026-11-21T09:59:00Z",
    "2026-11-21T10:01:00Z",
    "2027-01-02",
    "2027-01-03",
  ],
  [
    "Honolulu",
    -10 * 60,
    "2026-11-21T09:59:00Z",
    "2026-11-21T10:01:00Z",
    "2027-01-02",
    "2027-01-02",
  ],
  ["Honolulu at UTC's midnight", -10 * 60, EVENING, MIDNIGHT, "2027-01-02", "2027-01-03"],
])(
  "over midnight in %s the default and the rule go by the later day",
  async (_, ahead, dateBefore, after, first, dateAfter) => {
    await wholeDraft(new Date("2026-11-20T12:00:00Z"));
    expect(await press(new Date(dateBefore), ahead)).toEqual({ ok: true });
    expect(await record(new Date(dateBefore), ahead)).toBe(first);
    await fixture.reset();
    await wholeDraft(new Date("2026-11-20T12:00:00Z"), first);
    expect(await press(new Date(dateBefore), ahead)).toEqual({ ok: true });
    expect((await press(new Date(after), ahead)).ok).toBe(first === dateAfter);
  },
);

test("a default that an old draft stored as if it were chosen moves with the day, a chosen day stays", async () => {
  const migration = readFileSync("migrations/0007_press_and_defaults.sql", "utf8");
  const update = migration.split("--> statement-breakpoint")[1] ?? "";
  for (const [date, then] of [
    [DEFAULT, "2027-01-03"],
    ["2027-01-08", "2027-01-08"],
  ] as const) {
    await fixture.reset();
    await wholeDraft(EVENING, date);
    await fixture.db
      .update(drafts)
      .set({
        answers: sql`json_remove(${drafts.answers}, '$.music.defaultReleaseDate')`,
        expiresAt: "2999-01-01T00:00:00.000Z",
      })
      .where(eq(drafts.id, "D"));
    await fixture.db.run(sql.raw(update));
    expect(await record(MIDNIGHT)).toBe(then);
  }
});

test("a release that is rejected for good between the check and the record is not taken again", async () => {
  const { db } = fixture;
  await wholeDraft(EVENING);
  await fixture.addJob("01J0B000000000000000000001");
  const history = (answer?: string) =>
    JSON.stringify([{ status: "rejected", at: EVENING.toISOString(), answer }]);
  await db.update(submissions).set({ status: "rejected", statusHistory: history() });
  await db.update(drafts).set({ resendOf: "S" }).where(eq(drafts.id, "D"));
  const rejectForGood = async () => {
    await db.update(submissions).set({ statusHistory: history("final") });
  };

  const raced = { ...deps(EVENING), drill: rejectForGood };
  expect(await submitDraft(raced, await draft(), files)).toMatchObject({ refused: "changed" });
  expect(await submitDraft(deps(EVENING), await draft(), files)).toMatchObject({
    ...{ refused: "decided", text: expect.stringContaining("can't be sent again") },
  });
  expect(await db.$count(submissions)).toBe(1);
});
