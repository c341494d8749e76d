import { afterAll, beforeAll, expect, test } from "vitest";
import { nothingAlongside } from "~/platform/database.server";
import { interleave, seededRandom, type Turn } from "../../../tests/support/interleaving";
import { type RaceWorld, raceWorld, requestOf } from "../../../tests/support/race-world";
import { askToSign } from "./requests.server";
import { declineRequest, signRequest } from "./sign-here.server";

let world: RaceWorld;
beforeAll(async () => {
  world = await raceWorld();
});
afterAll(() => world.close());

const at = new Date("2026-11-23T10:00:00Z");
const wantedRequest = (artistId: string) => ({
  ...{ artistId, provider: "portal" as const, templateVersion: "1", text: "T", textHash: "h" },
});
const dbFor = (turn: Turn) => world.portalFor(requestOf("/agreement", { cookie: "" }), turn).db;

test("of many that ask at once one request is made; of many deeds at once one counts", async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const artistId = `artist-${seed}`;
    const standings = await interleave(
      seededRandom(seed),
      Array.from({ length: 8 }, (_, index) => (turn: Turn) => {
        const signatureRequest = { id: `${artistId}-${index}`, again: false, at };
        return askToSign(dbFor(turn), wantedRequest(artistId), signatureRequest);
      }),
    );
    expect(standings.filter(({ made }) => made)).toHaveLength(1);
    const id = standings[0]?.current?.id ?? "";
    expect(new Set(standings.map(({ current }) => current?.id))).toEqual(new Set([id]));
    const done = await interleave(
      seededRandom(seed),
      Array.from({ length: 8 }, (_, index) => (turn: Turn) => {
        const db = dbFor(turn);
        if (index % 4 === 3) return declineRequest(db, { id, artistId }, at);
        const document = { documentKey: `k${index}`, documentHash: "d", typedName: "S" };
        const signature = { id, artistId, textHash: "h", ...document };
        return signRequest(db, signature, at, nothingAlongside(db));
      }),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
  }
});
