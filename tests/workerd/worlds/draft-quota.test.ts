import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { api } from "~/api/router";
import { FILES_FIELD } from "~/domain/submission/music/assign-files";
import { drafts } from "~/domain/submission/submission-tables.server";
import { receiveStream } from "~/domain/uploads/receiving/receive-stream.server";
import { uploadParts, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { MAX_TRACKS_BY_TYPE } from "~/domain/uploads/slots";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { NO_ROOM, NO_SUCH_TRACK, TOO_MANY_OPEN } from "~/domain/uploads/upload-texts";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { action as postMusic } from "~/routes/submit.music/route";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { songBytes } from "../../support/drafts";
import { BOUNDARY, type FormPart, formBody } from "../../support/form-post";
import { createRaceFixture, createRequest, type RaceFixture } from "../../support/race-fixture";
import { SECRET } from "../../support/upload-fixture";

/*
 * What one draft may take up is decided where it is taken: many requests that come at the same time
 * get together what one after the other would, by each way that a file comes.
 */

const OPEN = 40;
const FILES = 11;
/** Room for so many of the songs that are sent. */
const BYTES = 2_000_000;
const big = new Uint8Array(Math.floor(BYTES / FILES));
big.set(songBytes);
new DataView(big.buffer).setUint32(4, big.length - 8, true);
new DataView(big.buffer).setUint32(40, big.length - 44, true);

let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await createRaceFixture({
    LIMIT_DRAFT_FILES_MB: "2",
    LIMIT_OPEN_UPLOADS: String(OPEN),
  });
});
afterAll(() => fixture.close());

const now = new Date();
const tracks = Array.from({ length: 20 }, (_, index) => ({ id: `t${index}`, title: "" }));

async function createDraft(music: object | undefined) {
  const id = randomIds.next(now);
  const key = id.padEnd(43, "k");
  const timestamp = now.toISOString();
  await fixture.deps.db.insert(drafts).values({
    id,
    keyHash: await sha256Hex(key),
    answers: JSON.stringify({ music }),
    createdAt: timestamp,
    updatedAt: timestamp,
    expiresAt: addDays(now, 14).toISOString(),
    completedSteps: '["artist"]',
  });
  const name = { key, draftId: id, state: "open" } as const;
  const header = await draftCookieHeader(createRequest("/", { cookie: "" }), name, SECRET);
  const cookie = header.split(";")[0] ?? "";
  return { id, cookie };
}
type OneDraft = Awaited<ReturnType<typeof createDraft>>;

const album = { releaseType: "lp", tracks };
const single = { releaseType: "single", tracks: [{ id: "own", title: "" }] };

interface Answer {
  status: number;
  text: string;
  retryAfter: string | null;
}
const readAnswer = async (reply: Response): Promise<Answer> => ({
  status: reply.status,
  text: await reply.text(),
  retryAfter: reply.headers.get("Retry-After"),
});

async function call(path: string, init: RequestInit & { cookie: string }): Promise<Answer> {
  const request = createRequest(path, { method: "POST", ...init });
  return readAnswer(
    await api.fetch(
      request,
      fixture.portalFor(request, (act) => act()),
    ),
  );
}

const toRequestInit = (parts: FormPart[], cookie: string) => ({
  cookie,
  headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
  body: formBody(parts),
});
const toFilePart = (name: string, body: Uint8Array): FormPart => ({
  name,
  fileName: "a.wav",
  type: "audio/wav",
  body,
});

/** The ways a file comes: each for the track with this id. */
type Way = (draft: OneDraft, trackId: string, body?: Uint8Array) => Promise<Answer>;

const sendInParts: Way = ({ cookie }, id, body = big) =>
  call("/api/cloud-storage/upload-url", {
    cookie,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      fileName: "a.wav",
      fileSize: body.length,
      fileType: "track",
      slot: `audio:${id}`,
    }),
  });

const sendInOneCall: Way = ({ cookie }, id, body = big) => {
  const fields = { artistName: "Ada", fileType: "track", slot: `audio:${id}` };
  const parts = Object.entries(fields).map(([name, text]) => ({ name, body: text }));
  return call("/api/upload", toRequestInit([...parts, toFilePart("file", body)], cookie));
};

async function postStep({ cookie }: OneDraft, rows: object, file: FormPart): Promise<Answer> {
  const fields = Object.entries(rows).map(([name, text]) => ({ name, body: String(text) }));
  const parts = [...fields, file];
  const request = createRequest("/submit/music", {
    method: "POST",
    ...toRequestInit(parts, cookie),
  });
  const context = fixture.portalFor(request, (act) => act());
  const result = await postMusic({ request, context, params: {} } as never);
  if (result instanceof Response) return readAnswer(result);
  const { data, init } = result as { data: unknown; init: ResponseInit | null };
  return readAnswer(Response.json(data, init ?? {}));
}

const sendInForm: Way = (draft, id, body = big) => {
  const rows = { releaseType: "lp", "tracks[0].id": id };
  return postStep(draft, rows, toFilePart("tracks[0].file", body));
};

const streamWays: [string, Way][] = [
  ["POST /api/upload", sendInOneCall],
  ["POST /submit/music", sendInForm],
];
const uploadWays: [string, Way][] = [
  ["POST /api/cloud-storage/upload-url", sendInParts],
  ...streamWays,
];

const findRows = ({ id }: OneDraft, state: string) =>
  fixture.deps.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.draftId, id), eq(uploads.state, state)));

/** Sends many at the same time; none of them ends before each has begun or was refused. */
async function sendAtOnce(uploads: Promise<Answer>[]) {
  let answerCount = 0;
  const { carrier } = fixture.deps;
  const { putPart } = carrier;
  let heldCount = 0;
  let release = () => {};
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const countRows = () => {
    if (heldCount + answerCount >= uploads.length) release();
  };
  carrier.putPart = async (...args) => {
    heldCount += 1;
    countRows();
    await open;
    return putPart(...args);
  };
  try {
    return await Promise.all(
      uploads.map(async (upload) => {
        const answer = await upload;
        answerCount += 1;
        countRows();
        return answer;
      }),
    );
  } finally {
    // Of one that failed nobody would let the others go.
    release();
    carrier.putPart = putPart;
  }
}

describe.each(uploadWays)("%s", (name, send) => {
  test(`of 100 at the same time ${OPEN} begin; the others are told to wait, and when to come again`, async () => {
    const draft = await createDraft(album);
    const answers = await sendAtOnce(
      Array.from({ length: 100 }, (_, index) => send(draft, `t${index % 20}`, songBytes)),
    );
    const refusals = answers.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(100 - OPEN);
    for (const { text, retryAfter } of refusals) {
      expect(text).toContain(TOO_MANY_OPEN);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    if (name === "POST /api/cloud-storage/upload-url")
      expect(await findRows(draft, "open")).toHaveLength(OPEN);
  });

  test(`of files for 20 tracks at the same time ${FILES} find room, to the last byte`, async () => {
    const draft = await createDraft(album);
    const answers = await sendAtOnce(tracks.map(({ id }) => send(draft, id)));
    const refusals = answers.filter(({ text }) => text.includes(NO_ROOM));
    expect(refusals).toHaveLength(20 - FILES);
    for (const { status } of refusals) expect([413, 429]).toContain(status);
    const rows = [...(await findRows(draft, "open")), ...(await findRows(draft, "complete"))];
    expect(rows.reduce((sum, { size }) => sum + size, 0)).toBe(FILES * big.length);
    for (const { key } of await findRows(draft, "complete"))
      expect(fixture.objects.has(key)).toBe(true);
  });
});

test("of streams that do not end, no more is held than the draft may have", async () => {
  const draft = await createDraft(album);
  const { carrier } = fixture.deps;
  const deps = { ...fixture.deps, quota: { bytes: 3 * PART_BYTES, open: OPEN } };
  let end = () => {};
  const endSignal = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* endless() {
    const part = new Uint8Array(PART_BYTES);
    part.set(songBytes);
    yield part;
    yield new Uint8Array(1);
    await endSignal;
  }
  const streams = tracks.slice(0, 8).map(({ id }) => {
    const slot = `audio:${id}`;
    const file = { draftId: draft.id, artistName: "", kind: "track", slot } as const;
    const upload = { ...file, fileName: "a.wav", contentType: "audio/wav" };
    return receiveStream({ ...deps, carrier }, upload, endless(), () => now, randomIds);
  });
  const heldSizes = () =>
    fixture.deps.db
      .select({ size: uploadParts.size })
      .from(uploadParts)
      .innerJoin(uploads, eq(uploads.id, uploadParts.uploadId))
      .where(eq(uploads.draftId, draft.id));
  await vi.waitFor(async () => expect(await heldSizes()).toHaveLength(3), 60_000);
  // They count for whatever comes by another way.
  expect((await sendInParts(draft, "t8", new Uint8Array(1))).text).toContain(NO_ROOM);
  end();
  const refusals = (await Promise.all(streams)).filter(
    (reply) => !reply.ok && reply.text === NO_ROOM,
  );
  expect(refusals.length).toBeGreaterThanOrEqual(5);
  const rows = await findRows(draft, "complete");
  expect(rows.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(3 * PART_BYTES);
  expect(await findRows(draft, "open")).toEqual([]);
});

describe.each(streamWays)("%s to a full draft", (_, send) => {
  test("a file may take the place of another one as large", async () => {
    const draft = await createDraft(album);
    for (const { id } of tracks.slice(0, FILES - 1)) await send(draft, id);
    await send(draft, "t0");
    const rows = await findRows(draft, "complete");
    expect(rows).toHaveLength(FILES - 1);
    expect(rows.filter(({ slot }) => slot === "audio:t0")).toHaveLength(1);
  });
});

describe.each(uploadWays.slice(0, 2))("by %s", (_, send) => {
  test.each([
    ["a saved track", single, "own", true],
    ["the row that its type has room for", single, "track-2", true],
    ["a row beyond its type, which is kept until the artist has chosen", single, "track-20", true],
    ["a row behind those of any type", single, "track-21", false],
    ["a row with another way to write its number", single, "track-02", false],
    ["the place of a track that has an id of its own", single, "track-1", false],
    ["a track of no release", single, "made-up", false],
    ["the first row of a release that nobody has saved", undefined, "track-1", true],
    ["a made-up track of a release that nobody has saved", undefined, "made-up", false],
    ["the twelfth row of an album", { releaseType: "lp", tracks: [] }, "track-12", true],
  ])("a file for %s", async (_what, music, id, accepted) => {
    const draft = await createDraft(music);
    const { status, text, retryAfter } = await send(draft, id);
    expect(status).toBe(accepted ? 200 : 409);
    if (accepted) return;
    expect(text).toContain(NO_SUCH_TRACK);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(
      await fixture.deps.db.select().from(uploads).where(eq(uploads.draftId, draft.id)),
    ).toEqual([]);
  });
});

test("a form of several files brings a row for each, as many as any release may have", async () => {
  for (const releaseType of ["single", "lp"]) {
    const maxTracks = MAX_TRACKS_BY_TYPE.lp;
    const draft = await createDraft(undefined);
    const parts = Array.from({ length: maxTracks + 2 }, (_, index) => ({
      ...toFilePart(FILES_FIELD, songBytes),
      fileName: `${index + 1}.wav`,
    }));
    const first = { name: "releaseType", body: releaseType };
    const request = createRequest("/submit/music", {
      method: "POST",
      ...toRequestInit([first, ...parts], draft.cookie),
    });
    const context = fixture.portalFor(request, (act) => act());
    const result = await postMusic({ request, context, params: {} } as never);
    expect(JSON.stringify(result)).toContain(
      `\\"${maxTracks + 1}.wav\\", \\"${maxTracks + 2}.wav\\"`,
    );
    expect(await findRows(draft, "complete")).toHaveLength(maxTracks);
  }
});

test("a form without script brings the row of its file, and no more of them than its release has", async () => {
  const draft = await createDraft(single);
  // Each post saves its own row, so that those before are strays.
  for (let postCount = 0; postCount < 30; postCount++)
    await sendInForm(draft, `made-up-${postCount}`, songBytes);
  expect(await findRows(draft, "complete")).toHaveLength(MAX_TRACKS_BY_TYPE.lp + 1);
});
