import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { emptyExpiredDrafts } from "~/domain/submission/draft/draft-expiry.server";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { drafts } from "~/domain/submission/submission-tables.server";
import { funnelCounts, measures } from "~/observability/monitoring-tables.server";
import { sweep } from "../../../workers/jobs/sweep";
import { ANONYMOUS_SAVE, DRAFT_LIMITS } from "../../support/complete-draft";
import { COUNTER_TABLES, openTestFixture } from "../../support/open-test-fixture";

const fixture = await openTestFixture(COUNTER_TABLES);

const funnel = async () =>
  (await fixture.db.select().from(funnelCounts))
    .map(({ slot, event, step, count }) =>
      `${slot.slice(11, 16)} ${event} ${step} ${count}`.replace("  ", " "),
    )
    .sort();
const open = (n: number) =>
  openDraft(
    fixture.db,
    {
      id: `01J0F${String(n).padStart(21, "0")}`,
      key: `funnel ${n}`,
      now: fixture.now(),
    },
    DRAFT_LIMITS,
  );

test("the funnel counts each step of a draft once, and the step where it was abandoned", async () => {
  for (const n of [1, 2, 3]) await open(n);
  await open(1);
  const id = `01J0F${"1".padStart(21, "0")}`;
  const save = (completed: boolean, step: "artist" | "music" = "artist") =>
    saveStep(fixture.db, id, {
      ...ANONYMOUS_SAVE,
      step,
      answers: {} as never,
      completed,
      now: fixture.now(),
    });
  await save(true);
  await save(false);
  await save(true);
  fixture.later(700);
  await save(true, "music");
  await fixture.db
    .update(drafts)
    .set({ submittedAt: "2026-11-21T12:20:00.000Z" })
    .where(eq(drafts.id, `01J0F${"2".padStart(21, "0")}`));
  expect(await funnel()).toEqual([
    "12:00 opened 3",
    "12:00 passed artist 1",
    "12:10 passed music 1",
    "12:20 submitted 1",
  ]);
  fixture.later(20 * 86_400);
  await sweep(fixture, 60, ["drafts"]);
  expect((await funnel()).filter((line) => line.includes("abandoned"))).toEqual([
    "12:10 abandoned about 1",
    "12:10 abandoned artist 1",
  ]);
  await emptyExpiredDrafts(fixture.db, fixture.now(), 10, () => [fixture.db.delete(measures)]);
  expect((await funnel()).filter((line) => line.includes("abandoned"))).toHaveLength(2);
});
