import { afterAll, beforeAll, expect, test } from "vitest";
import { openingOf } from "~/artists/artist-sessions.server";
import { artists } from "~/artists/tables.server";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { showDashboard } from "~/session/dashboard.server";
import { readArtist } from "~/session/read-principal";
import { artistCookie } from "~/session/token-cookies.server";
import { releasesOfArtist } from "~/submission/record/artist-releases.server";
import { listJoinable } from "~/submission/record/of-account.server";
import { publicRelease } from "~/submission/record/public-release";
import { findPublished } from "~/submission/record/published.server";
import { drafts, submissions } from "~/submission/tables.server";
import { type RaceWorld, raceWorld } from "../../support/race-world";

const now = new Date("2026-11-23T12:00:00Z");
const at = now.toISOString();
const artistId = randomIds.next(now);
const token = randomIds.secret();

let world: RaceWorld;
beforeAll(async () => {
  world = await raceWorld();
  const { db } = world.deps;
  await db.insert(artists).values({
    ...{ id: artistId, artistId: "A-7K4P29", codeMark: "m", email: "ada@example.com" },
    ...{ profile: '{"artistName":"Ada"}', createdAt: at, updatedAt: at },
  });
  const session = { id: randomIds.next(now), artistId, kind: "browser", codeMark: "m" } as const;
  await db.batch(await openingOf(db, { ...session, token, device: "" }, now));
  for (let n = 0; n < 200; n++) {
    const id = `S${String(n).padStart(5, "0")}`;
    await db.insert(submissions).values({
      ...{ id, draftId: id, reference: id, artistName: "Ada", email: "ada@example.com", artistId },
      ...{ releaseTitle: `Tide ${n}`, formData: '{"releaseType":"lp"}', files: "[]" },
      ...{ statusHistory: "[]", replyDueAt: at, createdAt: at, updatedAt: at },
    });
  }
  for (const [id, owner] of [
    ["D1", artistId],
    ["D2", "SOMEBODY-ELSE"],
  ] as const)
    await db.insert(drafts).values({
      ...{ id, keyHash: id, artistId: owner, answers: '{"music":{"releaseTitle":"Tide"}}' },
      ...{ completedSteps: "[]", createdAt: at, updatedAt: at, expiresAt: "2026-12-07T12:00:00Z" },
    });
});
afterAll(() => world.close());

test("the dashboard with 200 submissions takes three queries, and its pages have every one of them once", async () => {
  let queries = 0;
  const { $client: binding } = world.deps.db as unknown as { $client: D1Database };
  const counting = new Proxy(binding, {
    get(client, name) {
      if (name === "prepare") queries += 1;
      const value: unknown = Reflect.get(client, name);
      return typeof value === "function" ? value.bind(client) : value;
    },
  });
  const db = openDatabase(counting);
  const titles: string[] = [];
  let before = "";
  for (let pages = 0; pages < 10; pages++) {
    queries = 0;
    const url = `http://portal.example/dashboard?tab=0${before && `&before=${before}`}`;
    const Cookie = (await artistCookie.keep(new Request(url), token)).split(";")[0] ?? "";
    const request = new Request(url, { headers: { Cookie } });
    const clock = () => now;
    const artist = await readArtist(request, { db, clock });
    if (!artist) throw new Error("Nobody is signed in");
    const context = {
      ...{ db, clock, settings: { SIGNING_SECRET: "s".repeat(32) } },
      scope: { logFailure: (error: unknown) => expect.fail(String(error)) },
    };
    const shown = await showDashboard(request, context, artist);
    expect(queries).toBeLessThanOrEqual(3);
    expect(shown.profile.submissionCount).toBe(200);
    const begun = shown.drafts.map(({ id, isHere }) => [id, isHere]);
    expect(begun).toEqual(before ? [] : [["D1", false]]);
    titles.push(...shown.releases.map(({ releaseTitle }) => releaseTitle));
    if (!shown.next) break;
    before = shown.next;
  }
  expect(titles).toEqual(Array.from({ length: 200 }, (_, n) => `Tide ${199 - n}`));
});

test("a catalogue that moves is called so wherever its artist finds it, and has no type", async () => {
  const { db } = world.deps;
  const moved = (id: string, owner: string | null) => ({
    ...{ id, draftId: id, reference: id, artistName: "Bo", email: "bo@example.com" },
    ...{ artistId: owner, releaseTitle: "", formData: '{"uploadType":"transfer","tracks":[]}' },
    ...{ files: "[]", status: "live", publishedAt: at },
    ...{ statusHistory: "[]", replyDueAt: at, createdAt: at, updatedAt: at },
  });
  await db.insert(submissions).values([moved("T1", "BO"), moved("T2", null)]);
  await db.insert(drafts).values({
    ...{ id: "D3", keyHash: "D3", artistId: "BO", answers: '{"music":{"uploadType":"transfer"}}' },
    ...{ completedSteps: "[]", createdAt: at, updatedAt: at, expiresAt: "2026-12-07T12:00:00Z" },
  });
  const shown = await releasesOfArtist(db, { artistId: "BO", here: undefined, now });
  const name = "Catalogue transfer";
  expect(shown.releases).toMatchObject([{ id: "T1", releaseTitle: name, releaseType: "" }]);
  expect(shown.drafts).toMatchObject([{ id: "D3", releaseTitle: name }]);
  expect(await listJoinable(db, "bo@example.com")).toMatchObject([
    { id: "T2", releaseTitle: name },
  ]);
  const published = await findPublished(db, "T1");
  expect(published && publicRelease(published)).toMatchObject({ title: name, type: "Release" });
});
