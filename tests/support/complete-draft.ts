import { type StepRules, stepRules } from "~/domain/submission/steps/step-rules.server";
import type { AnswerStep } from "~/domain/submission/steps/steps";
import { drafts } from "~/domain/submission/submission-tables.server";
import { adoptEarlierUploads } from "~/domain/uploads/receiving/slot-store.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { DEFAULT_LIMITS } from "~/platform/limit-settings";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { COVER, coverBytes, SONG, sha256, songBytes } from "./drafts";
import { createRequest, type RaceFixture } from "./race-fixture";
import { SECRET } from "./upload-fixture";
import { artistAnswers, dateInDays, musicAnswers } from "./visitor";

/** An artist step as the database holds it. */
export const storedArtist = {
  artistName: "Ada",
  firstName: "Ada",
  surname: "L",
  fullName: "",
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
