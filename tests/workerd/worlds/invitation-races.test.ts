import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { api } from "~/api/router";
import { invitations } from "~/domain/access/entry-tables.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { createCompleteDraft } from "../../support/complete-draft";
import { deepRuns } from "../../support/deep-runs";
import { sha256 } from "../../support/drafts";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture, createRequest } from "../../support/race-fixture";

/* Fifty browsers with one draft each submit with the same invitation at the same moment. */

const BROWSERS = 50;
const ROUNDS = deepRuns(2, 4);

const fixture = await openForFile(createRaceFixture);

async function invitation(boardItemId: string) {
  const now = new Date();
  const row = {
    id: randomIds.next(now),
    tokenHash: sha256(Buffer.from(randomIds.secret())),
    artistName: "Sigrid Vale",
    prefill: "{}",
    boardItemId,
    createdAt: now.toISOString(),
    expiresAt: addDays(now, 90).toISOString(),
  };
  await fixture.deps.db.insert(invitations).values(row);
  return row.id;
}

async function submit({ cookie }: { cookie: string }, schedule: ScheduleOperation) {
  const body = new URLSearchParams({ intent: "confirm" });
  const request = createRequest("/api/submission/record", { cookie, method: "POST", body });
  const reply = await api.fetch(request, fixture.portalFor(request, schedule));
  const answer = (await reply.json()) as { error?: string; refused?: string; mayGoOn?: boolean };
  return { status: reply.status, ...answer };
}

test("of fifty simultaneous submissions with one invitation one is recorded; the others are refused without loss", async () => {
  const { db } = fixture.deps;
  const winners = new Set<number>();
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const linkId = await invitation(`item-${seed}`);
    const browsers = await Promise.all(
      Array.from({ length: BROWSERS }, () =>
        createCompleteDraft(fixture, { entry: "invited", linkId }),
      ),
    );
    const answers = await interleave(
      seededRandom(seed),
      browsers.map((browser) => (schedule: ScheduleOperation) => submit(browser, schedule)),
    );
    const successes = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(successes).toHaveLength(1);
    const [winner = 0] = successes;
    winners.add(winner);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({
        status: 409,
        refused: "invitation",
        mayGoOn: true,
        error: expect.stringMatching(/^This invitation has already been used\. Nothing you typed/),
      });
    const submissionRows = await db
      .select()
      .from(submissions)
      .where(eq(submissions.linkId, linkId));
    expect(submissionRows).toMatchObject([
      { draftId: browsers[winner]?.draftId, entry: "invited", boardItemId: `item-${seed}` },
    ]);
    const [invitationRow] = await db.select().from(invitations).where(eq(invitations.id, linkId));
    expect(invitationRow?.redeemedBy).toBe(submissionRows[0]?.id);
    const draftRows = await db.select().from(drafts).where(eq(drafts.linkId, linkId));
    expect(draftRows.filter(({ submittedAt }) => submittedAt === null)).toHaveLength(BROWSERS - 1);
    expect(new Set(draftRows.map(({ answers: draftAnswers }) => draftAnswers)).size).toBe(1);
  }
  expect(fixture.failures).toEqual([]);
  // Not always the first that came.
  expect(winners.size).toBeGreaterThan(1);
});

test("a draft that is submitted fifty times uses its invitation once, and each call succeeds", async () => {
  const linkId = await invitation("item-same");
  const browser = await createCompleteDraft(fixture, { entry: "invited", linkId });
  const answers = await interleave(
    seededRandom(99),
    Array.from(
      { length: BROWSERS },
      () => (schedule: ScheduleOperation) => submit(browser, schedule),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(BROWSERS).fill(200));
});
