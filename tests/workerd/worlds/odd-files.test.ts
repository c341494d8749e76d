import { expect, test } from "vitest";
import { receiveStream } from "~/domain/uploads/receiving/receive-stream.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { randomIds } from "~/platform/ids";
import { jpegBytes } from "../../fixtures/jpeg";
import { oddWavs } from "../../fixtures/odd-wavs";
import { pictures } from "../../fixtures/pictures";
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

const picture = jpegBytes({ width: 64, height: 48 });

test.each([
  ["cover.png", "image/png", "cover.jpg"],
  ["cover.jfif", "", "cover.jpg"],
  ["cover", "application/octet-stream", "cover.jpg"],
])("a JPEG called %s is stored as one, with the name of one", async (fileName, type, stored) => {
  for (const [kind, slot] of [
    ["artwork", "artwork"],
    ["custom-artwork", "custom-artwork:t1"],
  ] as const) {
    const file = { draftId: crypto.randomUUID(), artistName: "Ada", kind, slot };
    const chosenFile = { ...file, fileName, contentType: type };
    const pieces = splitPieces(picture);
    const result = await receiveStream(fixture.deps, chosenFile, pieces, clock, randomIds);
    const row = result.ok ? await findUpload(fixture.deps.db, result.upload.id) : undefined;
    expect(row).toMatchObject({ fileName: stored, probe: { kind: "jpeg", width: 64 } });
    expect(row?.key).toMatch(/-cover\.jpg$/);
  }
});

test("what is no JPEG is refused as artwork by its bytes, whatever it is called", async () => {
  for (const fileName of ["cover.jpg", "cover.png"]) {
    const file = { draftId: crypto.randomUUID(), artistName: "Ada", kind: "artwork" as const };
    const chosenFile = { ...file, slot: "artwork", fileName, contentType: "image/jpeg" };
    const pieces = splitPieces(pictures.png);
    const result = await receiveStream(fixture.deps, chosenFile, pieces, clock, randomIds);
    expect(result).toMatchObject({
      ok: false,
      status: 415,
      text: expect.stringMatching(/^Please select a valid JPEG or JPG file\. This one is a PNG/),
    });
  }
});
