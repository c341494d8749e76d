import { createHash } from "node:crypto";
import { type StepRules, stepRules } from "~/domain/submission/steps/step-rules.server";
import type { AnswerStep } from "~/domain/submission/steps/steps";
import { drafts } from "~/domain/submission/submission-tables.server";
import { adoptEarlierUploads } from "~/domain/uploads/receiving/slot-store.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { ARTWORK_SLOT, audioSlot } from "~/domain/uploads/slots";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { DEFAULT_LIMITS } from "~/platform/limit-settings";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import type { StoreReader } from "./app-stores";
import { BOUNDARY, formBody } from "./form-post";
import { pageText } from "./page-parts";
import { createRequest, type RaceFixture } from "./race-fixture";
import { SECRET } from "./upload-fixture";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "./visitor";

/** A small real song and a small real cover. */
export const songBytes = wavBytes({ seconds: 0.2, bits: 16 });
export const coverBytes = jpegBytes({ width: 64, height: 64 });

/** Both as the direct route names them; the only track has the id that a track is given. */
export const SONG = {
  slot: audioSlot("track-1"),
  fileType: "track",
  fileName: "ferry.wav",
} as const;
export const COVER = { slot: ARTWORK_SLOT, fileType: "artwork", fileName: "cover.jpg" } as const;

/** The names of their file fields in the form of the step. */
export const SONG_FIELD = "tracks[0].file";
export const COVER_FIELD = "artwork";

/** Unique names that a test can search for. */
export interface Names {
  artistName?: string;
  email?: string;
}

async function passes(response: Response, status = 302): Promise<void> {
  if (response.status === status) return void (await response.arrayBuffer());
  throw new Error(`A step did not pass: ${response.status} ${pageText(await response.text())}`);
}

/** An artist step as the database holds it. */
export const storedArtist = {
  artistName: "Ada",
  firstName: "Ada",
  surname: "L",
  email: "ada@example.com",
  phone: "",
  country: "Ireland",
  city: "Cork",
  instagramProfile: "",
  tiktokProfile: "",
  ...({
    spotifyChoice: "",
    spotifyProfile: "",
    spotifyArtistName: "",
    spotifyVerified: false,
  } as const),
};

/** Creates a visitor whose draft has passed every step before `step`, with song and cover stored. */
export async function createDraftAt(
  step: "artist" | "music" | "about" | "review",
  names: Names = {},
  visitor = new Visitor(),
): Promise<Visitor> {
  await visitor.openDraft();
  if (step === "artist") return visitor;
  await passes(
    await visitor.post("/submit/artist", { ...artistAnswers, ...names, intent: "next" }),
  );
  if (step === "music") return visitor;
  // Sent as by a page without script, as direct uploads would take eight more calls.
  const answers = Object.entries({ ...musicAnswers(dateInDays(60)), intent: "next" });
  const files = [
    { name: SONG_FIELD, fileName: SONG.fileName, type: "audio/wav", body: songBytes },
    { name: COVER_FIELD, fileName: COVER.fileName, type: "image/jpeg", body: coverBytes },
  ];
  const body = formBody([...answers.map(([name, body]) => ({ name, body })), ...files]);
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  await passes(await visitor.send("/submit/music", { method: "POST", headers, body }));
  if (step === "about") return visitor;
  const aboutAnswers = {
    bio: "Songs from the harbour.",
    influences: "Low",
    proNumber: "",
    intent: "next",
  };
  await passes(await visitor.post("/submit/about", aboutAnswers));
  return visitor;
}

/** Options of a save by an artist who is not signed in, with default limits. */
export const ANONYMOUS_SAVE = { maxBytes: DEFAULT_LIMITS.draftKb * 1024, savedBy: undefined };

/** The default limits of open drafts. */
export const DRAFT_LIMITS = {
  open: DEFAULT_LIMITS.openDrafts,
  perDay: DEFAULT_LIMITS.draftsPerDay,
};

const now = new Date();
const timestamp = now.toISOString();

/** Stores a complete file of a draft in the fixture's bucket; returns its row. */
function addStoredFile(
  { objects }: RaceFixture,
  draftId: string,
  as: typeof SONG | typeof COVER,
  body: Uint8Array<ArrayBuffer>,
) {
  const id = randomIds.next(now);
  const key = `artists/sigrid/${id}-${as.fileName}`;
  objects.set(key, body);
  return {
    id,
    draftId,
    key,
    kind: as.fileType,
    slot: as.slot,
    fileName: as.fileName,
    size: body.length,
    contentType: "",
    sha256: sha256(body),
    multipartId: "joined",
    partSize: PART_BYTES,
    state: "complete",
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}

const stepForms = {
  artist: artistAnswers,
  music: musicAnswers(dateInDays(60)),
  about: { bio: "Songs.", influences: "" },
};
const encodeAnswers = <S extends AnswerStep>(step: S) => {
  const rules: StepRules<S> = stepRules[step];
  const start = rules.start(undefined, now);
  return rules.answers(rules.read(Object.entries(stepForms[step]), start, now));
};
const answers = JSON.stringify({
  artist: encodeAnswers("artist"),
  music: encodeAnswers("music"),
  about: encodeAnswers("about"),
});

/** Creates a draft that has passed every step, with song and cover, directly in a fixture. */
export async function createCompleteDraft(
  fixture: RaceFixture,
  link: { entry?: string; linkId?: string } = {},
) {
  const id = randomIds.next(now);
  const key = id.padEnd(43, "k");
  const song = addStoredFile(fixture, id, SONG, songBytes);
  const { db } = fixture.deps;
  await db.batch([
    db.insert(drafts).values({
      id,
      keyHash: await sha256Hex(key),
      answers,
      createdAt: timestamp,
      updatedAt: timestamp,
      ...link,
      completedSteps: JSON.stringify(["artist", "music", "about"]),
      expiresAt: addDays(now, 14).toISOString(),
    }),
    db.insert(uploads).values([song, addStoredFile(fixture, id, COVER, coverBytes)]),
  ]);
  await adoptEarlierUploads(db, "");
  const name = { key, draftId: id, state: "open" } as const;
  const header = await draftCookieHeader(createRequest("/", { cookie: "" }), name, SECRET);
  const cookie = header.split(";")[0] ?? "";
  return { draftId: id, cookie, before: song };
}

/** SHA-256 as hexadecimal characters. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The secret in a visitor's cookie. */
export function draftKey(visitor: Visitor): string {
  // There may be a sign-in cookie as well.
  const value = decodeURIComponent(/(?:^|; )draft=([^;]*)/.exec(visitor.cookie)?.[1] ?? "");
  const text = String(JSON.parse(Buffer.from(value, "base64").toString()));
  return text.split(".")[0] ?? "";
}

/** The row of a visitor's draft, with its answers parsed. */
export async function findDraftRow(store: StoreReader, visitor: Visitor) {
  const hash = sha256(Buffer.from(draftKey(visitor)));
  const [row] = await store.rows("SELECT * FROM drafts WHERE key_hash = ?", hash);
  const { id, answers, completed_steps, expires_at } = row ?? {};
  return {
    id: String(id),
    answers: JSON.parse(String(answers)) as Record<string, Record<string, unknown>>,
    completed: JSON.parse(String(completed_steps)) as string[],
    expiresAt: String(expires_at),
  };
}

/** Makes a draft expired since a minute ago. */
export async function expireDraft(store: StoreReader, visitor: Visitor): Promise<void> {
  const { id } = await findDraftRow(store, visitor);
  const past = new Date(Date.now() - 60_000).toISOString();
  await store.rows("UPDATE drafts SET expires_at = ? WHERE id = ?", past, id);
}

/** The uploads of a draft by slot, from the database only. */
export async function uploadRows(store: StoreReader, visitor: Visitor) {
  const sql =
    "SELECT id, slot, state, key, carrier FROM uploads WHERE draft_id = ? ORDER BY slot, id";
  return store.rows(sql, (await findDraftRow(store, visitor)).id);
}

/** The files of a draft by slot: name, state, and the SHA-256 of the object in the bucket. */
export async function draftFiles(store: StoreReader, visitor: Visitor) {
  const rows = await store.rows(
    "SELECT id, slot, state, file_name, size, key FROM uploads WHERE draft_id = ? ORDER BY slot, id",
    (await findDraftRow(store, visitor)).id,
  );
  return Promise.all(
    rows.map(async ({ id, slot, state, file_name, size, key }) => {
      const bytes = await store.object(String(key));
      return {
        id: String(id),
        slot: String(slot),
        state: String(state),
        fileName: String(file_name),
        size: Number(size),
        sha256: bytes && sha256(bytes),
      };
    }),
  );
}
