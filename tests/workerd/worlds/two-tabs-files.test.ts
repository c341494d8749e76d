import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { draftById } from "~/domain/submission/draft/draft-store.server";
import { stepVersion } from "~/domain/submission/draft/step-version.server";
import { slotStates } from "~/domain/uploads/receiving/slot-store.server";
import { slots, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import { releaseRemovedFiles } from "~/features/wizard/music/release-removed-files.server";
import { KEEP_MINE } from "~/forms/autosave/autosave-state";
import { addDays } from "~/platform/clock";
import { action as postMusic } from "~/routes/submit.music/route";
import { createCompleteDraft } from "../../support/complete-draft";
import { SONG, songBytes } from "../../support/drafts";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";
import { callApi } from "../../support/upload-calls";
import { dateInDays, musicAnswers } from "../../support/visitor";

/*
 * Two tabs of one artist show one release: what one of them sends for a row that it has not saved yet,
 * the other one cannot know, and must not end. What a tab lets go of by a saved form goes.
 */

const fixture = await openForFile(createRaceFixture);

type Draft = Awaited<ReturnType<typeof createCompleteDraft>>;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const ONE_TRACK = musicAnswers(dateInDays(60));
const TWO_TRACKS = { ...ONE_TRACK, "tracks[1].id": "track-2", "tracks[1].title": "Low Water" };

const sendRequest = (path: string, init: RequestInit & { cookie: string }) =>
  callApi(fixture, path, init);

/** Begins a file, as the page of a tab does as soon as it is chosen. */
async function begin({ cookie }: Draft, slot: string, fileType = "track") {
  const fileName = fileType === "track" ? "low-water.wav" : "low-water.jpg";
  const body = JSON.stringify({ fileName, fileSize: songBytes.length, fileType, slot });
  const headers = { "Content-Type": "application/json" };
  const path = "/api/cloud-storage/upload-url";
  const reply = await sendRequest(path, { method: "POST", cookie, headers, body });
  expect(reply.status).toBe(200);
  return String(reply.body.uploadId);
}

const findAnswers = async ({ draftId }: Draft) =>
  (await draftById(fixture.deps.db, draftId))?.answers.music;
const findVersion = async (draft: Draft) => stepVersion(await findAnswers(draft));

/** What the page of a tab says that it shows: the fields of these slots, as they are now. */
async function readShown({ draftId }: Draft, fields: readonly string[]): Promise<string> {
  const states = await slotStates(fixture.deps.db, draftId);
  const versions = states.map(({ slot, version }) => [slot, version] as const);
  return JSON.stringify({ steps: {}, fields, slots: Object.fromEntries(versions) });
}

/**
 * Presses a button of the music step in a tab that shows the answers with this token.
 * @param shown what its page says that it shows; by default the first track and the artwork.
 */
async function press(
  draft: Draft,
  version: string,
  fields: object,
  intent = "next",
  shown?: string,
) {
  const { cookie } = draft;
  const about = { version, newerVersion: version, intent };
  const body = new URLSearchParams({
    ...fields,
    ...about,
    shown: shown ?? (await readShown(draft, BOTH)),
  });
  const init = { method: "POST", cookie, headers: FORM, body: String(body) };
  const request = createRequest("/submit/music", init);
  const context = fixture.portalFor(request, (act) => act());
  const result = await postMusic({ request, context, params: {} } as never);
  if (result instanceof Response) return result.status;
  return (result as { init: ResponseInit | null }).init?.status ?? 200;
}

async function save({ cookie }: Draft, version: string, fields: object) {
  const body = String(new URLSearchParams({ ...fields, version }));
  const path = "/api/drafts/current/music";
  return (await sendRequest(path, { method: "PUT", cookie, headers: FORM, body })).status;
}

const findSlots = async ({ draftId }: Draft) => {
  const rows = await fixture.deps.db.select().from(uploads).where(eq(uploads.draftId, draftId));
  return rows.map(({ slot }) => slot).toSorted();
};
const updateUpload = (id: string, set: Partial<typeof uploads.$inferInsert>) =>
  fixture.deps.db.update(uploads).set(set).where(eq(uploads.id, id));

const BOTH = ["artwork", SONG.slot];
const SECOND = audioSlot("track-2");

test.each(["open", "complete"])(
  "Next in an older tab leaves a file alone that is %s for a row of another tab",
  async (state) => {
    const draft = await createCompleteDraft(fixture);
    const token = await findVersion(draft);
    const uploadId = await begin(draft, SECOND);
    await updateUpload(uploadId, { state });

    expect(await press(draft, token, ONE_TRACK)).toBe(302);
    expect(await findSlots(draft)).toEqual([...BOTH, SECOND].toSorted());

    // The other tab saves its row at last: the file is there.
    expect(await save(draft, await findVersion(draft), TWO_TRACKS)).toBe(200);
    expect(await findSlots(draft)).toEqual([...BOTH, SECOND].toSorted());
  },
);

test("artwork of its own that another tab sends for a track, and has not asked for yet, stays as well", async () => {
  const draft = await createCompleteDraft(fixture);
  const slot = customArtworkSlot("track-1");
  const token = await findVersion(draft);
  await begin(draft, slot, "custom-artwork");
  expect(await press(draft, token, ONE_TRACK)).toBe(302);
  expect(await findSlots(draft)).toEqual([...BOTH, slot].toSorted());
});

test("a row that another tab saves while Next is under way keeps its file", async () => {
  const draft = await createCompleteDraft(fixture);
  const token = await findVersion(draft);
  const uploadId = await begin(draft, SECOND);
  await updateUpload(uploadId, { updatedAt: addDays(new Date(), -4).toISOString() });
  expect(await save(draft, token, TWO_TRACKS)).toBe(200);
  // As a form with the first track alone that was saved just before would go on.
  const before = await draftById(fixture.deps.db, draft.draftId);
  if (!before) throw new Error("The draft is gone.");
  const request = createRequest("/submit/music", { cookie: draft.cookie });
  const context = fixture.portalFor(request, (act) => act());
  const fields: [string, string][] = [["shown", await readShown(draft, [...BOTH, SECOND])]];
  await releaseRemovedFiles(context, before, fields);
  expect(await findSlots(draft)).toEqual([...BOTH, SECOND].toSorted());
});

test.each([
  ["a save on the way", async (draft: Draft, token: string) => save(draft, token, ONE_TRACK)],
  [
    "its button, without script",
    (draft: Draft, token: string) => press(draft, token, TWO_TRACKS, "remove-track:track-2"),
  ],
  ["Next", (draft: Draft, token: string) => press(draft, token, ONE_TRACK)],
])(
  "the files of a track that is removed by %s go with the next form that leads on",
  async (_, removed) => {
    const draft = await createCompleteDraft(fixture);
    await save(draft, await findVersion(draft), TWO_TRACKS);
    await begin(draft, SECOND);
    await begin(draft, customArtworkSlot("track-2"), "custom-artwork");
    const shown = await readShown(draft, [...BOTH, SECOND, customArtworkSlot("track-2")]);
    expect([200, 302]).toContain(await removed(draft, await findVersion(draft)));
    expect((await findAnswers(draft))?.tracks).toHaveLength(1);
    expect(await press(draft, await findVersion(draft), ONE_TRACK, "next", shown)).toBe(302);
    expect(await findSlots(draft)).toEqual(BOTH);
  },
);

test("a track that was removed, and comes back from another tab, has its file", async () => {
  const draft = await createCompleteDraft(fixture);
  await save(draft, await findVersion(draft), TWO_TRACKS);
  await begin(draft, SECOND);
  await save(draft, await findVersion(draft), ONE_TRACK);
  expect(await findSlots(draft)).toEqual([...BOTH, SECOND].toSorted());
  const ownFields = { ...TWO_TRACKS, intent: KEEP_MINE };
  expect(await save(draft, await findVersion(draft), ownFields)).toBe(200);
  expect(await press(draft, await findVersion(draft), TWO_TRACKS, "back")).toBe(302);
  // Half of it has come: the step waits for the rest.
  expect(await press(draft, await findVersion(draft), TWO_TRACKS)).toBe(400);
  expect(await findSlots(draft)).toEqual([...BOTH, SECOND].toSorted());
});

test("artwork of a track that is no longer asked for goes with the next form that leads on, not before", async () => {
  const draft = await createCompleteDraft(fixture);
  const slot = customArtworkSlot("track-1");
  const fields = { ...ONE_TRACK, "tracks[0].useCustomArtwork": "on" };
  await save(draft, await findVersion(draft), fields);
  await begin(draft, slot, "custom-artwork");
  await save(draft, await findVersion(draft), ONE_TRACK);
  expect(await findSlots(draft)).toEqual([...BOTH, slot].toSorted());
  const shown = await readShown(draft, [...BOTH, slot]);
  expect(await press(draft, await findVersion(draft), ONE_TRACK, "next", shown)).toBe(302);
  expect(await findSlots(draft)).toEqual(BOTH);
});

test("a file that another device has chosen since for a track that is removed stays", async () => {
  const draft = await createCompleteDraft(fixture);
  await save(draft, await findVersion(draft), TWO_TRACKS);
  await begin(draft, SECOND);
  const shown = await readShown(draft, [...BOTH, SECOND]);
  await begin(draft, SECOND);
  expect(await press(draft, await findVersion(draft), ONE_TRACK, "next", shown)).toBe(302);
  expect(await findSlots(draft)).toContain(SECOND);
});

test("who keeps their version after a conflict ends no file of a track that they never saw", async () => {
  const draft = await createCompleteDraft(fixture);
  const token = await findVersion(draft);
  await save(draft, token, TWO_TRACKS);
  await begin(draft, SECOND);
  const ownFields = { ...ONE_TRACK, releaseTitle: "Mine" };
  expect(await press(draft, token, ownFields)).toBe(409);
  expect(await press(draft, await findVersion(draft), ownFields, KEEP_MINE)).toBe(302);
  expect(await findSlots(draft)).toEqual([...BOTH, SECOND].toSorted());
});

test("what no form has known for three days, and nobody has gone on with, goes with the next one", async () => {
  const draft = await createCompleteDraft(fixture);
  const token = await findVersion(draft);
  const uploadId = await begin(draft, SECOND);
  const updatedAt = addDays(new Date(), -3.1).toISOString();
  await updateUpload(uploadId, { updatedAt });
  await fixture.deps.db.update(slots).set({ updatedAt });
  expect(await press(draft, token, ONE_TRACK)).toBe(302);
  expect(await findSlots(draft)).toEqual(BOTH);
});
