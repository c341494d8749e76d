import { expect, test } from "vitest";
import { draftById } from "~/domain/submission/draft/draft-store.server";
import { stepVersions } from "~/domain/submission/draft/step-version.server";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { findByChoice, findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { randomIds } from "~/platform/ids";
import { jpegBytes } from "../../fixtures/jpeg";
import { wavBytes } from "../../fixtures/wav";
import { createCompleteDraft } from "../../support/complete-draft";
import { deepRuns } from "../../support/deep-runs";
import { COVER, SONG, sha256 } from "../../support/drafts";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";
import { type RacedAnswer, sendRacedRequest, slowForm } from "../../support/raced-requests";

/*
 * Two devices of one artist change the same file field at once, in many orders of their operations on
 * database and bucket. Whoever comes second is told; nothing is replaced unseen.
 */

const ROUNDS = deepRuns(12, 200);
/** The version that a complete draft shows of each of its slots. */
const SHOWN = 1;

const fixture = await openForFile(createRaceFixture);
const clock = () => new Date();

type Draft = Awaited<ReturnType<typeof createCompleteDraft>>;
type Call = (schedule: ScheduleOperation) => Promise<RacedAnswer>;

interface TestFile {
  slot: typeof SONG | typeof COVER;
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  type: string;
}

const wav = (seed: number): TestFile => ({
  slot: SONG,
  bytes: wavBytes({ seconds: 0.1, bits: 16, seed }),
  name: `take-${seed}.wav`,
  type: "audio/wav",
});
const picture = (side: number): TestFile => ({
  slot: COVER,
  bytes: jpegBytes({ width: side, height: side }),
  name: `cover-${side}.jpg`,
  type: "image/jpeg",
});

/** Sends a small file in one call, as a page does that shows the slot's first version. */
const sendSmall =
  ({ cookie }: Draft, file: TestFile, choice: string, hash?: string): Call =>
  (schedule) => {
    const fields = { artistName: "", fileType: file.slot.fileType, slot: file.slot.slot, choice };
    const parts = Object.entries({
      ...fields,
      version: String(SHOWN),
      ...(hash !== undefined && { sha256: hash }),
    });
    const form = [
      ...parts.map(([name, body]) => ({ name, body })),
      { name: "file", fileName: file.name, type: file.type, body: file.bytes },
    ];
    return sendRacedRequest(fixture, "/api/upload", slowForm(form, cookie, schedule), schedule);
  };

const sendJson =
  ({ cookie }: Draft, method: string, path: string, body: object): Call =>
  (schedule) => {
    const headers = { "Content-Type": "application/json" };
    const init = { cookie, method, headers, body: JSON.stringify(body) };
    return sendRacedRequest(fixture, path, init, schedule);
  };

/** Puts a stored file into the song's slot, or empties it. */
const changeSlot = (draft: Draft, version: number, uploadId: string | null): Call =>
  sendJson(draft, "PUT", "/api/cloud-storage/slots", {
    draft: draft.draftId,
    slot: SONG.slot,
    uploadId,
    version,
  });

const announce = (draft: Draft, file: TestFile, choice: string, version = SHOWN): Call =>
  sendJson(draft, "POST", "/api/cloud-storage/upload-url", {
    fileName: file.name,
    fileSize: file.bytes.length,
    fileType: file.slot.fileType,
    slot: file.slot.slot,
    choice,
    version,
    sha256: sha256(file.bytes),
  });

/** A chosen file whose bytes have all arrived; `finish` asks to have it judged. */
async function addArrivedFile(draft: Draft, file: TestFile) {
  const { draftId } = draft;
  const place = { draftId, slot: file.slot.slot, choice: `arrived-${draftId}` };
  const { carrier, db } = fixture.deps;
  const started = await startUpload(
    fixture.deps,
    {
      ...place,
      kind: "track",
      size: file.bytes.length,
      fileName: file.name,
      artistName: "Sigrid",
      contentType: file.type,
      seen: { version: SHOWN },
    },
    clock,
    randomIds,
  );
  expect(started.ok).toBe(true);
  const upload = await findByChoice(db, place);
  if (!upload) throw new Error("Not begun");
  const part = [upload.key, upload.multipartId, 1, file.bytes, file.bytes.length] as const;
  const etag = await carrier.putPart(...part);
  await recordPart(db, upload, { number: 1, etag, size: file.bytes.length }, clock());
  const body = { uploadId: upload.id, sha256: sha256(file.bytes) };
  return {
    id: upload.id,
    finish: sendJson(draft, "POST", "/api/cloud-storage/process-upload", body),
  };
}

const isConflict = ({ status, text }: RacedAnswer) => status === 409 && text.includes('"conflict"');

/** The hash of the file that lies in a slot. */
async function storedHash({ draftId }: Draft, slot: string): Promise<string | undefined> {
  const { db } = fixture.deps;
  const { file } = await slotViewOf(db, draftId, slot);
  const upload = file?.state === "complete" && (await findUpload(db, file.uploadId));
  const bytes = upload ? fixture.objects.get(upload.key) : undefined;
  return bytes && sha256(bytes);
}

/** Runs both calls in many orders; `judge` says what happened. @returns how often each thing did. */
async function race(
  prepare: (draft: Draft) => Promise<readonly [Call, Call]>,
  judge: (draft: Draft, first: RacedAnswer, second: RacedAnswer) => Promise<string>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const draft = await createCompleteDraft(fixture);
    const [first, second] = await interleave(seededRandom(seed), await prepare(draft));
    if (!first || !second) throw new Error("A request without an answer");
    const outcome = await judge(draft, first, second);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

test.each([
  ["songs", wav(1), wav(2)],
  ["artworks", picture(96), picture(97)],
] as const)(
  "of two small %s that two devices choose at once one is stored, and the other device is asked",
  async (_, one, other) => {
    const outcomes = await race(
      async (draft) => [sendSmall(draft, one, "one-choice"), sendSmall(draft, other, "two-choice")],
      async (draft, first, second) => {
        const isFirst = first.status === 200;
        expect([first.status, second.status].toSorted()).toEqual([200, 409]);
        expect(isConflict(isFirst ? second : first)).toBe(true);
        const winner = isFirst ? one : other;
        expect(await storedHash(draft, one.slot.slot)).toBe(sha256(winner.bytes));
        return isFirst ? "one" : "other";
      },
    );
    expect(Object.keys(outcomes)).toHaveLength(2);
  },
);

test("the same bytes once more, from a page that has not seen them arrive, are no other version", async () => {
  const file = wav(8);
  const hash = sha256(file.bytes);
  const draft = await createCompleteDraft(fixture);
  for (const choice of ["one-choice", "two-choice"]) {
    const call = sendSmall(draft, file, choice, hash);
    const [reply] = await interleave(seededRandom(1), [call]);
    expect([reply?.status, reply?.text]).toEqual([200, expect.any(String)]);
  }
  expect(await storedHash(draft, SONG.slot)).toBe(hash);
  const { file: view } = await slotViewOf(fixture.deps.db, draft.draftId, SONG.slot);
  expect([view?.coming, view?.other]).toEqual([undefined, undefined]);
});

test("a file that arrives while another one is chosen fills the slot before that, or never", async () => {
  const [slow, later] = [wav(3), wav(4)];
  const outcomes = await race(
    async (draft) => {
      const { finish } = await addArrivedFile(draft, slow);
      // The other device has seen the first choice.
      return [finish, announce(draft, later, "later-choice", SHOWN + 1)];
    },
    async (draft, finished, announced) => {
      expect(announced.status).toBe(200);
      const { file } = await slotViewOf(fixture.deps.db, draft.draftId, SONG.slot);
      expect(file?.coming?.fileName).toBe(later.name);
      if (finished.status === 200) {
        expect(await storedHash(draft, SONG.slot)).toBe(sha256(slow.bytes));
        return "filled";
      }
      expect(isConflict(finished)).toBe(true);
      expect(file?.uploadId).toBe(draft.before.id);
      return "refused";
    },
  );
  expect(Object.keys(outcomes)).toHaveLength(2);
});

test("a file that is removed on one device while another one finishes it stays removed", async () => {
  const file = wav(5);
  const outcomes = await race(
    async (draft) => {
      const { finish } = await addArrivedFile(draft, file);
      return [finish, changeSlot(draft, SHOWN + 1, null)];
    },
    async (draft, finished, removed) => {
      expect(removed.status).toBe(200);
      expect(await slotViewOf(fixture.deps.db, draft.draftId, SONG.slot)).toEqual({
        version: SHOWN + 2,
      });
      return finished.status === 200 ? "finished first" : "removed first";
    },
  );
  expect(Object.keys(outcomes)).toHaveLength(2);
});

test("who keeps the stored file while the other one arrives is told which of them lies there", async () => {
  const file = wav(6);
  const outcomes = await race(
    async (draft) => {
      const { finish } = await addArrivedFile(draft, file);
      return [finish, changeSlot(draft, SHOWN + 1, draft.before.id)];
    },
    async (draft, finished, kept) => {
      const { file: stored } = await slotViewOf(fixture.deps.db, draft.draftId, SONG.slot);
      expect(stored?.coming).toBeUndefined();
      if (kept.status === 200) {
        expect(finished.status).not.toBe(200);
        expect(stored?.uploadId).toBe(draft.before.id);
        return "kept";
      }
      expect(finished.status).toBe(200);
      expect(isConflict(kept)).toBe(true);
      expect(kept.text).toContain(file.name);
      expect(await storedHash(draft, SONG.slot)).toBe(sha256(file.bytes));
      return "arrived";
    },
  );
  expect(Object.keys(outcomes)).toHaveLength(2);
});

test.each(["a small file", "an announced file", "a removal"])(
  "a submission records what its Review showed, or nothing, while %s comes from another device",
  async (kind) => {
    const file = wav(7);
    const outcomes = await race(
      async (draft) => {
        const answers = (await draftById(fixture.deps.db, draft.draftId))?.answers ?? {};
        const slots = { [SONG.slot]: SHOWN, [COVER.slot]: SHOWN };
        const shown = { steps: await stepVersions(answers), slots };
        const body = new URLSearchParams({ intent: "confirm", shown: JSON.stringify(shown) });
        const { cookie } = draft;
        const submit: Call = (schedule) => {
          const init = { cookie, method: "POST", body };
          return sendRacedRequest(fixture, "/api/submission/record", init, schedule);
        };
        const change =
          kind === "a small file"
            ? sendSmall(draft, file, "new-choice")
            : kind === "an announced file"
              ? announce(draft, file, "new-choice")
              : changeSlot(draft, SHOWN, null);
        return [submit, change];
      },
      async (draft, submitted, changed) => {
        const submission = await findSubmissionOfDraft(fixture.deps.db, draft.draftId);
        const isRecorded = submission !== null && submission !== undefined;
        expect(submitted.status === 200).toBe(isRecorded);
        if (!isRecorded) {
          expect(changed.status).toBe(200);
          return "refused";
        }
        expect(changed.status).toBe(409);
        expect(submission.files.map(({ uploadId }) => uploadId)).toContain(draft.before.id);
        return "recorded";
      },
    );
    expect(Object.keys(outcomes)).toHaveLength(2);
  },
);
