import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { purgeRemovedUploads } from "~/domain/uploads/receiving/remove-upload.server";
import { adoptEarlierUploads } from "~/domain/uploads/receiving/slot-store.server";
import { uploadsPendingRemoval } from "~/domain/uploads/receiving/upload-removal.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import type { AppContext } from "~/load-context.server";
import { randomIds } from "~/platform/ids";
import { action as postMusic } from "~/routes/submit.music/route";
import { wavBytes } from "../../fixtures/wav";
import { createCompleteDraft } from "../../support/complete-draft";
import { deepRuns } from "../../support/deep-runs";
import { SONG, SONG_FIELD, sha256 } from "../../support/drafts";
import type { FormPart } from "../../support/form-post";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";
import {
  type RacedAnswer,
  readAnswer,
  sendRacedRequest,
  slowForm,
} from "../../support/raced-requests";
import { dateInDays, musicAnswers } from "../../support/visitor";

/*
 * A submission is recorded while the same draft's files are replaced or removed, in 200 random orders
 * of their operations on database and bucket for each kind of call.
 */

const ROUNDS = deepRuns(20, 200);
const AT_ONCE = 50;

const fixture = await openForFile(createRaceFixture);

const other = wavBytes({ seconds: 0.1, bits: 16 });
/** So long that it is not kept in memory. */
const long = wavBytes({ totalBytes: 1024 * 1024 + 100, bits: 16 });
const now = new Date();
const timestamp = now.toISOString();

/** A replacement of the song whose bytes have arrived but are not checked yet. */
async function addReplacement(draftId: string) {
  const { carrier, db } = fixture.deps;
  const id = randomIds.next(new Date(now.getTime() + 1));
  const key = `artists/sigrid/${id}-other.wav`;
  const multipartId = await carrier.open(key, "audio/wav");
  const etag = await carrier.putPart(key, multipartId, 1, other, other.length);
  await db.insert(uploads).values({
    id,
    draftId,
    key,
    kind: "track",
    slot: SONG.slot,
    fileName: "other.wav",
    size: other.length,
    contentType: "",
    multipartId,
    partSize: PART_BYTES,
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  await adoptEarlierUploads(db, "");
  await recordPart(db, { id, multipartId }, { number: 1, etag, size: other.length }, now);
  return id;
}

type Whole = Awaited<ReturnType<typeof createCompleteDraft>>;

const sendRequest = (
  path: string,
  init: RequestInit & { cookie: string },
  schedule: ScheduleOperation,
) => sendRacedRequest(fixture, path, init, schedule);

/** Posts the music step as a page without script does. */
async function post(
  init: RequestInit & { cookie: string },
  schedule: ScheduleOperation,
): Promise<RacedAnswer> {
  const request = createRequest("/submit/music", init);
  const context = fixture.portalFor(request, schedule) as AppContext;
  try {
    const result = await postMusic({ request, context, params: {} } as never);
    if (result instanceof Response) return await readAnswer(result);
    const { data, init: responseInit } = result as { data: unknown; init: ResponseInit | null };
    return { status: responseInit?.status ?? 200, text: JSON.stringify(data) };
  } catch (error) {
    if (error instanceof Response) return readAnswer(error);
    throw error;
  }
}

const fieldsOfMusic = Object.entries(musicAnswers(dateInDays(60)));
const fileOf = (name: string): FormPart => ({
  name,
  fileName: "other.wav",
  type: "audio/wav",
  body: other,
});

/** A way to remove the song during a submission. */
interface Contender {
  name: string;
  /** Whether it puts another song in its place, or begins to. */
  replaces: boolean;
  /** Whether it saves answers with it. */
  saves?: true;
  prepare?: (draft: Whole) => Promise<string>;
  run: (draft: Whole, schedule: ScheduleOperation, uploadId: string) => Promise<RacedAnswer>;
}

const contenders: Contender[] = [
  {
    name: "POST /submit/music with another song",
    replaces: true,
    saves: true,
    run: ({ cookie }, schedule) => {
      const fields = fieldsOfMusic.map(([name, body]) => ({ name, body }));
      return post(slowForm([...fields, fileOf(SONG_FIELD)], cookie, schedule), schedule);
    },
  },
  {
    name: "POST /submit/music that removes the song",
    replaces: false,
    saves: true,
    run: ({ cookie }, schedule) => {
      const intent = `remove-file:${SONG.slot}`;
      const body = new URLSearchParams([...fieldsOfMusic, ["intent", intent]]);
      return post({ cookie, method: "POST", body }, schedule);
    },
  },
  {
    name: "POST /api/upload of another song",
    replaces: true,
    run: ({ cookie }, schedule) => {
      const fields = { artistName: "Sigrid", fileType: "track", slot: SONG.slot };
      const parts = Object.entries(fields).map(([name, body]) => ({ name, body }));
      return sendRequest(
        "/api/upload",
        slowForm([...parts, fileOf("file")], cookie, schedule),
        schedule,
      );
    },
  },
  {
    name: "POST /api/upload of another song that waits for its fields",
    replaces: true,
    run: ({ cookie }, schedule) => {
      const fields = { artistName: "Sigrid", fileType: "track", slot: SONG.slot };
      const parts = Object.entries(fields).map(([name, body]) => ({ name, body }));
      const file = { ...fileOf("file"), body: long };
      return sendRequest("/api/upload", slowForm([file, ...parts], cookie, schedule), schedule);
    },
  },
  {
    name: "process-upload of another song",
    replaces: true,
    prepare: ({ draftId }) => addReplacement(draftId),
    run: ({ cookie }, schedule, uploadId) =>
      sendRequest(
        "/api/cloud-storage/process-upload",
        {
          cookie,
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ uploadId, sha256: sha256(other) }),
        },
        schedule,
      ),
  },
  {
    name: "the beginning of another song in its place",
    replaces: true,
    run: ({ cookie }, schedule) =>
      sendRequest(
        "/api/cloud-storage/upload-url",
        {
          cookie,
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ ...SONG, fileName: "other.wav", fileSize: other.length }),
        },
        schedule,
      ),
  },
  {
    name: "DELETE of the song",
    replaces: false,
    run: ({ cookie, before }, schedule) =>
      sendRequest(
        `/api/cloud-storage/uploads/${before.id}`,
        { cookie, method: "DELETE" },
        schedule,
      ),
  },
];

const record = ({ cookie }: Whole, schedule: ScheduleOperation) => {
  const body = new URLSearchParams({ intent: "confirm" });
  return sendRequest("/api/submission/record", { cookie, method: "POST", body }, schedule);
};

/** The problems of a round; none when nothing was lost and every answer is right. */
async function findFaults(
  draft: Whole,
  { replaces, saves }: Contender,
  submit: RacedAnswer,
  change: RacedAnswer,
): Promise<string[]> {
  const faults: string[] = [];
  const { db } = fixture.deps;
  const submission = await findSubmissionOfDraft(db, draft.draftId);
  const rows = await db.select().from(uploads).where(eq(uploads.draftId, draft.draftId));
  if (submit.status === 200 && !submission) faults.push("success without a submission");
  if (submit.status !== 200 && submission) faults.push(`${submit.status} although recorded`);
  for (const { key, uploadId, sha256: hash } of submission?.files ?? []) {
    const bytes = fixture.objects.get(key);
    if (!bytes || sha256(bytes) !== hash) faults.push("a recorded file is lost");
    const state = rows.find(({ id }) => id === uploadId)?.state;
    if (state !== "complete") faults.push(`a recorded file's row is ${state ?? "gone"}`);
  }
  if (submission && submission.files.length !== 2) faults.push("a file is not recorded");
  const old = submission?.files.some(({ uploadId }) => uploadId === draft.before.id);
  const isReported = change.status === 409 && change.text.includes(ALREADY_SUBMITTED);
  const passed = change.status === 200 || change.status === 302;
  const answerText = `${change.status} ${change.text.slice(0, 100)}`;
  if (!isReported && !passed) faults.push(`the change was answered ${answerText}`);
  if (submission && passed && old) faults.push("a change was confirmed that was not recorded");
  // A form's file may be part of the submission although its answers came too late.
  if (submission && isReported && !old && !saves)
    faults.push("a change was refused that was recorded");
  if (!submission && isReported) faults.push("told of a submission that is none");
  // While a replacement is uploading, the release waits for it.
  const mustWait = !replaces || submit.text.includes("hasn't fully arrived");
  const incomplete = submit.status === 400 && passed && mustWait;
  if (submit.status !== 200 && !incomplete)
    faults.push(`the submit was answered ${submit.status} ${submit.text.slice(0, 100)}`);
  // The sweep removes everything that the submission does not name.
  await purgeRemovedUploads(
    fixture.deps,
    (await uploadsPendingRemoval(db, { limit: 1_000 })).filter(
      ({ draftId }) => draftId === draft.draftId,
    ),
  );
  const remainingRows = await db.select().from(uploads).where(eq(uploads.draftId, draft.draftId));
  if (submission && remainingRows.length !== 2) faults.push("a file outlives the sweep");
  const remainingKeys = new Set(remainingRows.map(({ key }) => key));
  for (const { key } of rows)
    if (fixture.objects.has(key) && !remainingKeys.has(key)) faults.push("bytes outlive the sweep");
  // Two hundred drafts with what they keep are more than a test should hold.
  for (const key of remainingKeys) fixture.objects.delete(key);
  return faults;
}

describe.each(contenders)("$name while the release is submitted", (contender) => {
  test(`${ROUNDS} orders of their operations lose nothing, and each is told the truth`, async () => {
    const faults = new Map<string, number>();
    const ends = { changed: 0, refused: 0, waited: 0 };
    const round = async (seed: number) => {
      const draft = await createCompleteDraft(fixture);
      const uploadId = (await contender.prepare?.(draft)) ?? "";
      const [submit, change] = await interleave(seededRandom(seed), [
        (schedule) => record(draft, schedule),
        (schedule) => contender.run(draft, schedule, uploadId),
      ]);
      if (!submit || !change) throw new Error("A request without an answer");
      const waited = submit.status === 400;
      ends[change.status === 409 ? "refused" : waited ? "waited" : "changed"] += 1;
      for (const fault of await findFaults(draft, contender, submit, change))
        faults.set(fault, (faults.get(fault) ?? 0) + 1);
    };
    const seeds = Array.from({ length: ROUNDS }, (_, number) => number + 1);
    const worker = async () => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) await round(seed);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect([...faults]).toEqual([]);
    expect(fixture.failures).toEqual([]);
    expect([...fixture.objects.keys()].filter((key) => key.startsWith("spool/"))).toEqual([]);
    // Both outcomes of the race have occurred.
    const commonEnds = Object.values(ends).filter((times) => times > ROUNDS / 20);
    expect(commonEnds.length).toBeGreaterThan(1);
  });
});
