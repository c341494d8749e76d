import { addDays } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { type StepRules, stepRules } from "~/submission/steps/step-rules.server";
import type { AnswerStep } from "~/submission/steps/steps";
import { drafts } from "~/submission/submission-tables.server";
import { uploads } from "~/uploads/receiving/upload-tables.server";
import { PART_BYTES } from "~/uploads/upload-plan";
import { COVER, coverBytes, SONG, songBytes } from "./draft-at";
import { type RaceFixture, requestOf } from "./race-fixture";
import { sha256 } from "./stored-draft";
import { SECRET } from "./upload-fixture";
import { artistAnswers, dateInDays, musicAnswers } from "./visitor";

const now = new Date();
const at = now.toISOString();

/** A file of a draft that lies complete in the bucket of a world: its row. */
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
    ...{ id, draftId, key, kind: as.fileType, slot: as.slot, fileName: as.fileName },
    ...{ size: body.length, contentType: "", sha256: sha256(body), multipartId: "joined" },
    ...{ partSize: PART_BYTES, state: "complete", createdAt: at, updatedAt: at },
  };
}

const stepForms = {
  artist: artistAnswers,
  music: musicAnswers(dateInDays(60)),
  about: { bio: "Songs.", influences: "" },
};
const answersOf = <S extends AnswerStep>(step: S) => {
  const rules: StepRules<S> = stepRules[step];
  const start = rules.start(undefined, now);
  return rules.answers(rules.read(Object.entries(stepForms[step]), start, now));
};
const answers = JSON.stringify({
  artist: answersOf("artist"),
  music: answersOf("music"),
  about: answersOf("about"),
});

/** A draft that has passed every step, with song and cover, written straight into a world. */
export async function createCompleteDraft(
  world: RaceFixture,
  link: { entry?: string; linkId?: string } = {},
) {
  const id = randomIds.next(now);
  const key = id.padEnd(43, "k");
  const before = addStoredFile(world, id, SONG, songBytes);
  const { db } = world.deps;
  await db.batch([
    db.insert(drafts).values({
      ...{ id, keyHash: await sha256Hex(key), answers, createdAt: at, updatedAt: at, ...link },
      completedSteps: JSON.stringify(["artist", "music", "about"]),
      expiresAt: addDays(now, 14).toISOString(),
    }),
    db.insert(uploads).values([before, addStoredFile(world, id, COVER, coverBytes)]),
  ]);
  const name = { key, draftId: id, state: "open" } as const;
  const header = await draftCookieHeader(requestOf("/", { cookie: "" }), name, SECRET);
  const cookie = header.split(";")[0] ?? "";
  return { draftId: id, cookie, before };
}
