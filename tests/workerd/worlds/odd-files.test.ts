import { expect, test } from "vitest";
import { receiveStream } from "~/domain/uploads/receiving/receive-stream.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { randomIds } from "~/platform/ids";
import { oddWavs } from "../../fixtures/odd-wavs";
import { SONG } from "../../support/drafts";
import { memoryCarrier } from "../../support/memory-carrier";
import { openForFile } from "../../support/open-for-file";
import { createUploadFixture } from "../../support/upload-fixture";

const fixture = await openForFile(() => createUploadFixture(memoryCarrier().carrier));

const clock = () => new Date("2026-11-21T12:00:00Z");
const from = clock().getTime();

async function* splitPieces(bytes: Uint8Array) {
  for (let offset = 0; offset < bytes.length; offset += 4_096)
    yield bytes.subarray(offset, offset + 4_096);
}

test.each(oddWavs)("a track with $what is judged alike by both routes", async (odd) => {
  const { bytes: body, verdict } = odd;
  const draftId = crypto.randomUUID();
  const { id } = await fixture.send({
    draftId,
    as: SONG,
    body,
    announcedAt: from,
    arrivedAt: from + 1_000,
  });
  const direct = await findUpload(fixture.deps.db, id);
  const { slot, fileName } = SONG;
  const file = { draftId: crypto.randomUUID(), artistName: "Ada", kind: "track", slot } as const;
  const chosenFile = { ...file, fileName, contentType: "audio/wav" };
  const result = await receiveStream(fixture.deps, chosenFile, splitPieces(body), clock, randomIds);
  if ("refused" in verdict) {
    expect(direct).toMatchObject({ state: "rejected" });
    const text = expect.stringContaining(verdict.refused);
    expect(result).toMatchObject({ ok: false, status: 415, text });
    return;
  }
  expect(direct).toMatchObject({ state: "complete", probe: { kind: "wav" } });
  const oddities = verdict.oddities.length > 0 ? verdict.oddities : undefined;
  expect(direct?.probe?.kind === "wav" && direct.probe.oddities).toEqual(oddities);
  expect(result.ok && result.upload.probe).toEqual(direct?.probe);
});
