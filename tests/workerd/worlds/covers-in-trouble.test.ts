import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { submissions } from "~/domain/submission/submission-tables.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { readCover, showRelease } from "~/features/public/release/public-pages.server";
import { jpegBytes } from "../../fixtures/jpeg";
import { createRaceFixture, type RaceFixture } from "../../support/race-fixture";
import { submissionRow } from "../../support/submission-row";

/* The cover of a published release while the image service fails, and afterwards. */

const timestamp = "2026-11-23T12:00:00.000Z";
const cover = "/details/S1/cover.jpg";
const small = jpegBytes({ width: 64, height: 64 });

let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await createRaceFixture();
  const { db, carrier } = fixture.deps;
  await carrier.put("a/cover.jpg", small, small.length);
  await db.insert(uploads).values({
    id: "U1",
    draftId: "D1",
    kind: "artwork",
    slot: "artwork",
    state: "complete",
    fileName: "cover.jpg",
    size: small.length,
    contentType: "image/jpeg",
    key: "a/cover.jpg",
    sha256: "0".repeat(64),
    multipartId: "m",
    partSize: 5_242_880,
    createdAt: timestamp,
    updatedAt: timestamp,
  });
  const row = submissionRow({
    id: "S1",
    draftId: "D1",
    reference: "R1",
    formData: '{"tracks":[],"artworkUploadId":"U1"}',
    status: "live",
    publishedAt: timestamp,
    createdAt: timestamp,
  });
  await db.insert(submissions).values(row);
});
afterAll(() => fixture.close());

type Context = Parameters<typeof readCover>[0];

/** A request while the image service behaves like this. */
function portalWith(shrink: Context["pictures"]["shrink"]): Context {
  const request = new Request(`https://portal.example${cover}`);
  const portal = fixture.portalFor(request, (operation) => operation());
  return { ...portal, pictures: { ...portal.pictures, shrink } };
}
const failUnused = () => Promise.reject(new Error("Nobody was to ask for that"));
const findPreview = async () => (await findUpload(fixture.deps.db, "U1"))?.preview;

test("while the service fails there is no cover, and the next request makes it", async () => {
  const busy = portalWith(() => Promise.reject(new Error("busy")));
  expect((await showRelease(busy, "S1")).cover).toBe(cover);
  expect(await readCover(busy, "S1")).toBeUndefined();
  expect(fixture.failures).toEqual(["Error: busy"]);
  expect(await findPreview()).toBeNull();
  expect(
    await readCover(
      portalWith(async () => small),
      "S1",
    ),
  ).toEqual(small);
  expect(await findPreview()).toMatch(/^previews\//);
  expect((await showRelease(portalWith(failUnused), "S1")).cover).toBe(cover);
  expect(await readCover(portalWith(failUnused), "S1")).toEqual(small);
});

test("an artwork that cannot be reduced is not shown with its release, and not tried again", async () => {
  const { db } = fixture.deps;
  await db.update(uploads).set({ preview: null }).where(eq(uploads.id, "U1"));
  expect(
    await readCover(
      portalWith(async () => undefined),
      "S1",
    ),
  ).toBeUndefined();
  expect(await findPreview()).toBe("none");
  expect((await showRelease(portalWith(failUnused), "S1")).cover).toBeUndefined();
  expect(await readCover(portalWith(failUnused), "S1")).toBeUndefined();
});

test("a removed file is no longer a cover", async () => {
  const { db } = fixture.deps;
  for (const state of ["open", "removed", "left"] as const) {
    await db.update(uploads).set({ preview: null, state }).where(eq(uploads.id, "U1"));
    expect((await showRelease(portalWith(failUnused), "S1")).cover).toBeUndefined();
    expect(await readCover(portalWith(failUnused), "S1")).toBeUndefined();
  }
  await db.delete(uploads);
  expect((await showRelease(portalWith(failUnused), "S1")).cover).toBeUndefined();
  await expect(readCover(portalWith(failUnused), "S1")).rejects.toMatchObject({ status: 404 });
});
