import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { insertAccountStatement } from "~/domain/artists/accounts.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { invitationCodeHash, newArtistId, newInvitationCode } from "~/domain/artists/codes.server";
import {
  DEMO_EMAIL,
  DEMO_ID,
  type DemoFiles,
  demoFilesSchema,
  demoProfile,
  demoReleases,
} from "~/domain/artists/demo-artist";
import { addBusinessDays, REPLY_BUSINESS_DAYS } from "~/domain/submission/music/release-dates";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { answersSchema } from "~/domain/submission/steps/answers";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, openDatabase, type Statement } from "~/platform/database.server";
import { fromBase64 } from "~/platform/formats/base64";
import { sha256Hex } from "~/platform/hash";
import { randomIds, submissionReference } from "~/platform/ids";
import { signatureOf } from "~/platform/signed-link";
import { INITIAL_STATUS } from "~/reference/statuses";
import {
  type DemoMedia,
  type DemoRelease,
  type DemoStores,
  type StoredPart,
  storeRelease,
} from "./demo-files";
import { postInput } from "./post-input";

/** What the demo needs of a local run. */
export interface DemoBindings {
  DB: D1Database;
  FILES: R2Bucket;
  SIGNING_SECRET?: string;
}

interface Demo extends DemoStores {
  secret: string;
}

/** The demo artist's sign-in codes: derived from the secret, so that every start prints the same. */
async function demoKeys(secret: string) {
  return {
    artistId: newArtistId(await signatureOf(secret, "demo artist")),
    invitationCode: newInvitationCode(await signatureOf(secret, "demo code")),
  };
}

/** What was handed in, and the answers of the form, so that a rejected release can be fixed and sent again. */
function releaseAnswers(
  record: DemoRelease,
  sentAt: Date,
  artwork: StoredPart,
  tracks: StoredPart[],
) {
  const [firstName = "", surname = ""] = demoProfile.name.split(" ");
  const artist = { ...demoProfile, firstName, surname, email: DEMO_EMAIL };
  const music = {
    releaseType: record.type,
    releaseTitle: record.title,
    releaseDate: addDays(sentAt, 60).toISOString().slice(0, 10),
    primaryGenre: "Folk",
    subGenre: "Indie Folk",
  };
  const titles = tracks.map((_, index) =>
    tracks.length > 1 ? `${record.title}, part ${index + 1}` : record.title,
  );
  const metadata = { soloWork: true };
  const form = v.parse(releaseFormSchema, {
    ...artist,
    ...music,
    bio: demoProfile.biography,
    artworkUploadId: artwork.file.uploadId,
    tracks: tracks.map(({ file }, index) => ({
      title: titles[index],
      uploadId: file.uploadId,
      metadata,
    })),
  });
  const answers = v.parse(answersSchema, {
    artist,
    music: {
      ...music,
      uploadType: "new-music",
      tracks: titles.map((title, index) => ({ id: `track-${index + 1}`, title, metadata })),
    },
    about: { bio: demoProfile.biography },
  });
  return { form, answers };
}

/** A submission of the demo artist, its draft and its files. */
async function createRelease(demo: Demo, record: DemoRelease, media: DemoMedia, now: Date) {
  const { db } = demo;
  const sentAt = addDays(now, -record.daysAgo);
  const [draftId, id] = [randomIds.next(sentAt), randomIds.next(sentAt)];
  const { artwork, tracks } = await storeRelease(demo, record, media, { draftId, at: sentAt });
  const { form, answers } = releaseAnswers(record, sentAt, artwork, tracks);
  const time = sentAt.toISOString();
  const decidedAt = addDays(sentAt, Math.min(6, record.daysAgo)).toISOString();
  const reason = "reason" in record ? record.reason : undefined;
  // Without an id: it was not decided on a staff page, so no mail belongs to it.
  const decision = { status: record.status, at: decidedAt, reason, by: "Rosa" };
  const history = [
    { status: INITIAL_STATUS, at: time },
    ...(record.status === INITIAL_STATUS ? [] : [decision]),
  ];
  const all = [artwork, ...tracks];
  return [
    db.insert(drafts).values({
      id: draftId,
      keyHash: await sha256Hex(randomIds.secret()),
      artistId: DEMO_ID,
      answers: JSON.stringify(answers),
      submittedAt: time,
      completedSteps: JSON.stringify(["artist", "music", "about"]),
      expiresAt: addDays(sentAt, 14).toISOString(),
      createdAt: time,
      updatedAt: time,
    }),
    ...all.map(({ statement }) => statement),
    db.insert(submissions).values({
      id,
      draftId,
      reference: submissionReference(id),
      artistId: DEMO_ID,
      artistName: form.artistName,
      email: DEMO_EMAIL,
      releaseTitle: record.title,
      formData: JSON.stringify(form),
      files: JSON.stringify(all.map(({ file }) => file)),
      status: record.status,
      boardStatus: record.status,
      statusHistory: JSON.stringify(history),
      replyDueAt: addBusinessDays(sentAt, REPLY_BUSINESS_DAYS).toISOString(),
      othersLeft: 1,
      publishedAt: "publishes" in record ? decidedAt : null,
      createdAt: time,
      updatedAt: record.status === INITIAL_STATUS ? time : decidedAt,
    }),
  ];
}

const isSeeded = async (db: Database) => (await db.$count(artists, eq(artists.id, DEMO_ID))) > 0;

/** Stores the demo artist with all submissions, once: all rows are one batch. */
async function seed(demo: Demo, demoFiles: DemoFiles, now: Date): Promise<void> {
  const { db, secret } = demo;
  const { artistId, invitationCode } = await demoKeys(secret);
  const song = fromBase64(demoFiles.song);
  const rows: Statement[] = [];
  for (const [index, record] of demoReleases.entries()) {
    const cover = fromBase64(demoFiles.covers[index % demoFiles.covers.length] ?? "");
    rows.push(...(await createRelease(demo, record, { cover, song }, now)));
  }
  const createdAt = addDays(now, -220);
  const account = { id: DEMO_ID, artistId, email: DEMO_EMAIL, profile: demoProfile };
  const artist = insertAccountStatement(
    db,
    { ...account, codeMark: await invitationCodeHash(secret, invitationCode) },
    createdAt,
    sql`1`,
  );
  const publish = db
    .update(artists)
    .set({ publishedAt: createdAt.toISOString() })
    .where(eq(artists.id, DEMO_ID));
  await db.batch([artist, publish, ...rows]);
}

/**
 * The demo artist of a local run. `GET /sandbox/demo` returns the sign-in codes and whether the artist
 * is stored; `POST /sandbox/demo` with pictures and a song stores the artist, once.
 */
export async function demoArtist(request: Request, env: DemoBindings): Promise<Response> {
  const { SIGNING_SECRET: secret } = env;
  if (!secret) return Response.json({ error: "SIGNING_SECRET is missing." }, { status: 503 });
  const demo = { db: openDatabase(env.DB), files: env.FILES, secret };
  const keys = await demoKeys(secret);
  const seeded = await isSeeded(demo.db);
  if (request.method !== "POST" || seeded) return Response.json({ ...keys, seeded });
  return postInput(request, demoFilesSchema, async (files) => {
    await seed(demo, files, new Date());
    return { ...keys, seeded: true };
  });
}
