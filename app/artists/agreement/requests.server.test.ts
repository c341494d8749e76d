import { afterAll, beforeAll, expect, test } from "vitest";
import { noExtraStatement } from "~/platform/database.server";
import {
  interleave,
  type ScheduleOperation,
  seededRandom,
} from "../../../tests/support/interleaving";
import {
  createRaceFixture,
  createRequest,
  type RaceFixture,
} from "../../../tests/support/race-fixture";
import { createSignatureRequest } from "./requests.server";
import { declineRequest, signRequest } from "./sign-in-portal.server";

let world: RaceFixture;
beforeAll(async () => {
  world = await createRaceFixture();
});
afterAll(() => world.close());

const at = new Date("2026-11-23T10:00:00Z");
const wantedRequest = (artistId: string) => ({
  artistId,
  provider: "portal" as const,
  templateVersion: "1",
  text: "T",
  textHash: "h",
});
const dbFor = (turn: ScheduleOperation) =>
  world.portalFor(createRequest("/agreement", { cookie: "" }), turn).db;

test("of many that ask at once one request is made; of many deeds at once one counts", async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const artistId = `artist-${seed}`;
    const standings = await interleave(
      seededRandom(seed),
      Array.from({ length: 8 }, (_, index) => (turn: ScheduleOperation) => {
        const signatureRequest = { id: `${artistId}-${index}`, again: false, at };
        return createSignatureRequest(dbFor(turn), wantedRequest(artistId), signatureRequest);
      }),
    );
    expect(standings.filter(({ made }) => made)).toHaveLength(1);
    const id = standings[0]?.current?.id ?? "";
    expect(new Set(standings.map(({ current }) => current?.id))).toEqual(new Set([id]));
    const done = await interleave(
      seededRandom(seed),
      Array.from({ length: 8 }, (_, index) => (turn: ScheduleOperation) => {
        const db = dbFor(turn);
        if (index % 4 === 3) return declineRequest(db, { id, artistId }, at);
        const jobId = `${id}-job-${index}`;
        const signature = { id, artistId, textHash: "h", typedName: "S", jobId };
        return signRequest(db, signature, at, noExtraStatement(db));
      }),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
  }
});
