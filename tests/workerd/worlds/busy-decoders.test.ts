import { expect, test } from "vitest";
import { receivePiece } from "~/domain/uploads/receiving/receive-piece.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { systemClock } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { createCompleteDraft } from "../../support/complete-draft";
import { SONG, songBytes } from "../../support/drafts";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";

const fixture = await openForFile(createRaceFixture);

test("a site whose decoders are all open asks for raw bytes, and keeps nothing of the compressed ones", async () => {
  const { draftId } = await createCompleteDraft(fixture);
  const deps = { ...fixture.deps, openDecoder: () => undefined };
  const file = {
    ...{ draftId, artistName: "Sigrid", kind: "track" as const, slot: SONG.slot },
    ...{ fileName: "tide.wav", contentType: "audio/wav", size: songBytes.length },
  };
  const started = await startUpload(deps, file, systemClock, randomIds);
  if (!started.ok) throw new Error(started.text);
  const block = { size: 1_000, prefix: 44, sampleRate: 48_000, channels: 2, bits: 16 as const };
  const body = new Blob([new Uint8Array(500)]).stream();
  const incoming = { number: 1, offset: 0, length: 500, body, block };
  const reply = await receivePiece(deps, started.upload, incoming, systemClock);
  expect(reply).toMatchObject({ ok: false, status: 415 });
  expect(await fixture.deps.db.run("SELECT upload_id FROM upload_pieces")).toMatchObject({
    results: [],
  });
});
