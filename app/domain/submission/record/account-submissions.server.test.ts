import { afterAll, beforeAll, expect, test } from "vitest";
import { artists } from "~/domain/artists/artist-tables.server";
import { findAccountWithCounts } from "~/domain/artists/portal-profile.server";
import { createRaceFixture, type RaceFixture } from "../../../../tests/support/race-fixture";
import { submissionRow } from "../../../../tests/support/submission-row";
import { submissions } from "../submission-tables.server";
import { claimSubmissions, listClaimableSubmissions } from "./account-submissions.server";

let fixture: RaceFixture;
beforeAll(async () => {
  fixture = await createRaceFixture();
});
afterAll(() => fixture.close());

const createdAt = "2026-11-23T10:00:00.000Z";
const ada = { id: "ADA", email: "ada@example.com" };

test("an account is offered the latest version of a submission, not what it replaces", async () => {
  const { db } = fixture.deps;
  const dates = { createdAt, updatedAt: createdAt };
  const codes = { artistId: "A-7K4P29", codeMark: "m", profile: "{}" };
  await db.insert(artists).values({ ...ada, ...codes, ...dates });
  await db.insert(submissions).values(submissionRow({ id: "S1", createdAt }));
  await db.insert(submissions).values(submissionRow({ id: "S2", createdAt, resendOf: "S1" }));
  expect((await listClaimableSubmissions(db, ada)).map(({ id }) => id)).toEqual(["S2"]);
  expect((await findAccountWithCounts(db, "ADA"))?.joinable).toBe(1);
  expect(await claimSubmissions(db, ada, ["S1", "S2"], new Date(createdAt))).toBe(1);
  expect((await findAccountWithCounts(db, "ADA"))?.joinable).toBe(0);
});
