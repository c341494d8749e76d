import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { readAuditLog } from "~/domain/access/staff/audit.server";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { applyProviderStatus } from "~/domain/artists/agreement/provider-requests.server";
import { signRequest } from "~/domain/artists/agreement/sign-in-portal.server";
import { signatureRequests } from "~/domain/artists/artist-tables.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { applyBoardStatus } from "~/domain/submission/record/board-status.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { decideItem } from "~/features/staff/review/review-desk.server";
import { reviewPost } from "~/features/staff/review/review-post.server";
import { jobs } from "~/jobs/job-tables.server";
import { noExtraStatement } from "~/platform/database.server";
import { readBoardStatus } from "../../../workers/jobs/read-board-status";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture, statusPaths } from "../../support/status-paths";

/* Nothing comes out before its artist has signed: however its status is set. */

const fixture = await openForFile(createStatusFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(audit);
  await fixture.db.delete(signatureRequests);
});

const OUT = ["live", "active"] as const;
const findStatus = async (id: string) => (await findSubmission(fixture.db, id))?.status;
const paperDeeds = async () =>
  (await readAuditLog(fixture.db, { action: "agreement-on-paper" })).rows.map(
    ({ subject, staffName }) => [subject, staffName],
  );

/** A release of an artist with an account. */
async function release() {
  const artistId = await fixture.account("ada@example.com");
  return { artistId, id: await fixture.submitted({ artistId }) };
}

async function insertSignedRequest(artistId: string, status = "signed") {
  const timestamp = fixture.clock().toISOString();
  await fixture.db.insert(signatureRequests).values({
    id: `request ${artistId}`,
    artistId,
    provider: "portal",
    status,
    templateVersion: "1",
    textHash: "h",
    text: "t",
    expiresAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  });
}

async function press(id: string, fields: Record<string, string>) {
  const item = await findReviewItem(fixture.db, id);
  if (!item) throw new Error("It is not in the queue.");
  const form = new URLSearchParams({ reason: "", revision: String(item.revision), ...fields });
  return reviewPost({ context: fixture.portal, by: staffPrincipal, item, fields: form });
}

for (const status of OUT)
  test.each(statusPaths)(
    `a release with no signed agreement does not become ${status} (%s)`,
    async (path) => {
      const { artistId, id } = await release();
      // What only waits to be signed, or was declined, is no signature; nor is a colleague's of another artist.
      await insertSignedRequest(artistId, "declined");
      await insertSignedRequest(await fixture.account("bo@example.com"));
      await expect(fixture.sets(path, id, status)).rejects.toThrow("it is pending");
      expect([await fixture.mails(), await paperDeeds()]).toEqual([[], []]);
      await fixture.db.delete(signatureRequests);
      await insertSignedRequest(artistId);
      await fixture.sets(path, id, status);
      expect(await paperDeeds()).toEqual([]);
    },
  );

test("who sent a release without an account has signed nothing either", async () => {
  const id = await fixture.submitted();
  for (const path of statusPaths)
    await expect(fixture.sets(path, id, "live")).rejects.toThrow("it is pending");
  expect(await fixture.accounts()).toEqual([]);
});

test("staff are told why, and go on with a tick that it was signed on paper, which the trail keeps", async () => {
  const { id } = await release();
  expect(await press(id, { intent: "set", status: "live" })).toMatchObject({
    reply: { errors: { onPaper: { text: expect.stringContaining("hasn't signed") } } },
    status: 400,
  });
  const ticked = { status: "live", onPaper: "on" };
  // What was ticked is there again where something else is refused.
  expect(await press(id, { intent: "set", ...ticked, reason: "x".repeat(2_000) })).toMatchObject({
    reply: { values: { onPaper: true } },
    status: 400,
  });
  expect(await paperDeeds()).toEqual([]);
  expect(await press(id, { intent: "set", ...ticked })).toEqual({ noticeCode: "decided" });
  expect([await findStatus(id), await paperDeeds()]).toEqual(["live", [[id, "Ada Berg"]]]);
  // It is known now, whoever goes on.
  await fixture.sets("staff, several at once", id, "approved");
  await fixture.sets("the board's sweep", id, "active");
  await fixture.sets("staff, one by one", id, "live");
  expect(await paperDeeds()).toHaveLength(1);
});

test("the tick is written down only where it counts", async () => {
  const { artistId, id } = await release();
  await press(id, { intent: "set", status: "approved", onPaper: "on" });
  await insertSignedRequest(artistId);
  await press(id, { intent: "set", status: "live", onPaper: "on" });
  expect([await findStatus(id), await paperDeeds()]).toEqual(["live", []]);
});

test("the statement that sets the status asks: not what was known before", async () => {
  const { artistId, id } = await release();
  const decision = { status: "live", reason: "" } as const;
  const seen = { id, revision: 1 };
  expect(await decideItem(fixture.portal, staffPrincipal, { decision, seen })).toEqual({
    kind: "unsigned",
  });
  await insertSignedRequest(artistId);
  const { db, clock, portal } = fixture;
  const itemId = (await findSubmission(db, id))?.boardItemId ?? "";
  const outcome = await applyBoardStatus(
    {
      db,
      clock,
      ids: portal.ids,
      // Between what was read and what is written.
      statusMail: async () => {
        await db.delete(signatureRequests).where(eq(signatureRequests.artistId, artistId));
        const nothing = () => db.delete(signatureRequests).where(eq(signatureRequests.id, "none"));
        return { jobId: "none", statements: [nothing(), nothing()] };
      },
      accountPart: async () => ({ jobIds: [], statements: [] }),
    },
    { itemId, status: "Live" },
  );
  expect([outcome.kind, await findStatus(id)]).toEqual(["overtaken", "pending"]);
});

/** The two ways in which an artist signs here. */
const waysToSign = {
  "on our page": (artistId: string) =>
    signRequest(
      fixture.db,
      { id: `request ${artistId}`, artistId, textHash: "h", typedName: "Ada", jobId: JOB },
      fixture.clock(),
      noExtraStatement(fixture.db),
    ),
  "at the signing service": (artistId: string) =>
    applyProviderStatus(
      fixture.db,
      { id: `request ${artistId}`, artistId },
      { status: "signed" },
      fixture.clock(),
    ),
};
const JOB = "01KAKAKAKAKAKAKAKAKAKAKAKA";

const readings = async () =>
  (await fixture.db.select().from(jobs).where(eq(jobs.type, "read-board-status"))).map(
    ({ submissionId, state, subject }) => ({ submissionId, state, subject }),
  );

test.each(Object.keys(waysToSign) as (keyof typeof waysToSign)[])(
  "what the board has had unsigned is read again once it is signed %s, and comes out",
  async (way) => {
    const { artistId, id } = await release();
    const otherId = await fixture.submitted({ artistId });
    await insertSignedRequest(artistId, "awaiting_signature");
    await fixture.db
      .update(signatureRequests)
      .set({ expiresAt: "2026-12-21T13:00:00.000Z" })
      .where(eq(signatureRequests.artistId, artistId));
    await expect(fixture.sets("the board's sweep", id, "live")).rejects.toThrow("it is pending");
    expect(await waysToSign[way](artistId)).toBe(true);
    expect(await readings()).toEqual([{ submissionId: id, state: "waiting", subject: "signed" }]);
    const deps = fixture.portal as unknown as Parameters<typeof readBoardStatus>[1];
    expect(await readBoardStatus({ submissionId: id }, deps)).toEqual({ kind: "done" });
    expect([await findStatus(id), await findStatus(otherId)]).toEqual(["live", "pending"]);
  },
);

test("where the board has nothing that was refused, signing reads nothing", async () => {
  const { artistId } = await release();
  await insertSignedRequest(artistId, "awaiting_signature");
  expect(await waysToSign["at the signing service"](artistId)).toBe(true);
  expect(await readings()).toEqual([]);
});
