import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { accountStatementsForStatus } from "~/domain/artists/accept-submission.server";
import { artists, dataRequests } from "~/domain/artists/artist-tables.server";
import { requestDeletion } from "~/domain/privacy/data-requests.server";
import { runDeletion } from "~/domain/privacy/run-deletion.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { noopSweepActions } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture, statusPaths } from "../../support/status-paths";

/* A release makes an account once at most, and none where it belongs to one: however its status is set. */

const fixture = await openForFile(createStatusFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(dataRequests);
});

const accountMails = async () => (await fixture.mails()).filter(([kind]) => kind === "account");

/** Deletes an account, as far as it goes. @param away whether the board is, so that it waits. */
async function deletes(artistId: string, away = false) {
  const { db, clock } = fixture;
  await requestDeletion(db, { id: "request", artistId, now: clock() });
  const removeExternalCopies = async () =>
    away ? [{ id: "1", reason: "Item 1 of the board (HTTP_503)" }] : [];
  const [request] = await db.select().from(dataRequests);
  if (!request) throw new Error("It was not written down.");
  const deletionDeps = { db, now: clock, ...noopSweepActions.deletions, removeExternalCopies };
  let step = await runDeletion(deletionDeps, request);
  while (step === "more") step = await runDeletion(deletionDeps, request);
  expect(step).toBe(away ? "waits" : "done");
}

test.each(statusPaths)("a first release makes an account (%s)", async (path) => {
  const id = await fixture.submitted({ email: "Ada@example.com" });
  await fixture.sets(path, id, "approved");
  expect([await fixture.accounts(), await accountMails()]).toEqual([
    ["ada@example.com"],
    [["account", "Ada@example.com"]],
  ]);
  expect(await fixture.ownerOf(id)).toEqual(expect.any(String));
});

test.each(statusPaths)(
  "what an artist sent while signed in makes no second account, whatever address was typed (%s)",
  async (path) => {
    const owner = await fixture.account("ada@example.com");
    const id = await fixture.submitted({ email: "manager@example.com", artistId: owner });
    await fixture.sets(path, id, "approved");
    expect([await fixture.accounts(), await accountMails()]).toEqual([["ada@example.com"], []]);
    expect(await fixture.ownerOf(id)).toBe(owner);
  },
);

test.each(statusPaths)(
  "a release whose artist has another address since makes no account for the old one (%s)",
  async (path) => {
    const owner = await fixture.account("ada@example.com");
    const id = await fixture.submitted({ artistId: owner, status: "in progress" });
    await fixture.confirmsEmail(owner, "new@example.com");
    await fixture.sets(path, id, "processing");
    expect([await fixture.accounts(), await accountMails()]).toEqual([["new@example.com"], []]);
  },
);

test.each(statusPaths)(
  "a release that stays after its artist was deleted makes no account (%s)",
  async (path) => {
    const owner = await fixture.account("ada@example.com");
    const [id, unjoinedId] = [
      await fixture.submitted({ artistId: owner, status: "processing" }),
      await fixture.submitted({ status: "processing" }),
    ];
    await deletes(owner);
    for (const submissionId of [id, unjoinedId])
      await fixture.sets(path, submissionId, "processing");
    expect([await fixture.accounts(), await accountMails()]).toEqual([[], []]);
    expect(await fixture.ownerOf(unjoinedId)).toBe(owner);
  },
);

test.each(statusPaths)(
  "nor does one that is accepted while the deletion of its artist waits (%s)",
  async (path) => {
    const owner = await fixture.account("ada@example.com");
    const id = await fixture.submitted();
    await deletes(owner, true);
    await fixture.sets(path, id, "approved");
    expect([await fixture.accounts(), await accountMails()]).toEqual([[], []]);
  },
);

test("who comes back under the same address after their deletion gets an account again", async () => {
  const { db, clock } = fixture;
  await deletes(await fixture.account("ada@example.com"));
  const createdAt = clock().toISOString();
  const id = await fixture.submitted({ createdAt });
  await fixture.sets("staff, one by one", id, "approved");
  expect([await fixture.accounts(), (await accountMails()).length]).toEqual([
    ["ada@example.com"],
    1,
  ]);
  expect(await db.$count(artists)).toBe(2);
});

test("a release that somebody takes into their account in that very moment makes none", async () => {
  const { db, clock, portal } = fixture;
  const id = await fixture.submitted({ email: "old@example.com" });
  const decision = { submissionId: id, status: "approved" };
  const part = await accountStatementsForStatus(
    portal.artists.accounts,
    decision,
    sql`TRUE`,
    clock(),
  );
  const owner = await fixture.account("ada@example.com");
  await db.update(submissions).set({ artistId: owner }).where(eq(submissions.id, id));
  const [first, ...rest] = part.statements;
  if (!first) throw new Error("There is nothing to write.");
  await db.batch([first, ...rest]);
  expect([await fixture.accounts(), await fixture.mails()]).toEqual([["ada@example.com"], []]);
  expect(await fixture.ownerOf(id)).toBe(owner);
});
