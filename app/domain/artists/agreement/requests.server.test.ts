import { afterAll, beforeAll, expect, test } from "vitest";
import { noExtraStatement } from "~/platform/database.server";
import {
  interleave,
  type ScheduleOperation,
  seededRandom,
} from "../../../../tests/support/interleaving";
import {
  createRaceFixture,
  createRequest,
  type RaceFixture,
} from "../../../../tests/support/race-fixture";
import { createSignatureRequest } from "./requests.server";
import { declineRequest, signRequest } from "./sign-in-portal.server";

let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await createRaceFixture();
});
afterAll(() => fixture.close());

const now = new Date("2026-11-23T10:00:00Z");
const wantedRequest = (artistId: string) => ({
  artistId,
  provider: "portal" as const,
  templateVersion: "1",
  text: "T",
  textHash: "h",
});
const dbFor = (turn: ScheduleOperation) =>
  fixture.portalFor(createRequest("/agreement", { cookie: "" }), turn).db;

test("of concurrent calls one creates the request, and one signs or declines it", async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const artistId = `artist-${seed}`;
    const statuses = await interleave(
      seededRandom(seed),
      Array.from({ length: 8 }, (_, index) => (turn: ScheduleOperation) => {
        const signatureRequest = { id: `${artistId}-${index}`, again: false, now };
        return createSignatureRequest(dbFor(turn), wantedRequest(artistId), signatureRequest);
      }),
    );
    expect(statuses.filter(({ isNew }) => isNew)).toHaveLength(1);
    const id = statuses[0]?.current?.id ?? "";
    expect(new Set(statuses.map(({ current }) => current?.id))).toEqual(new Set([id]));
    const results = await interleave(
      seededRandom(seed),
      Array.from({ length: 8 }, (_, index) => (turn: ScheduleOperation) => {
        const db = dbFor(turn);
        if (index % 4 === 3) return declineRequest(db, { id, artistId }, now);
        const jobId = `${id}-job-${index}`;
        const signature = { id, artistId, textHash: "h", typedName: "S", jobId };
        return signRequest(db, signature, now, noExtraStatement(db));
      }),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  }
});
