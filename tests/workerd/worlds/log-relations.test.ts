import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relatedIdsQuery } from "../../../workers/cli/log-relations";
import { readName } from "../../../workers/cli/submission-log";
import { createJobsFixture, type JobsFixture, jobId } from "../../support/jobs-fixture";

/* The ids that belong to one submission in the database, for `npm run logs`. */

const UPLOAD = "01KATVC1DX7MN6G1RY7RQ8248Q";
const SENT = "01KATVC1DX7MN6G1RY7RQ8248S";
const ALONE = "01KATVC1DX7MN6G1RY7RQ8248B";
const OTHER = "01KATVC1DX7MN6G1RY7RQ8248C";

let fixture: JobsFixture;
beforeAll(async () => {
  fixture = await createJobsFixture();
  await fixture.addJob(jobId(1), "sync-board", SENT);
  await fixture.addJob(jobId(2), "sync-board", OTHER);
  for (const [id, draftId] of [
    [UPLOAD, `draft-${SENT}`],
    [ALONE, "draft-unsent"],
  ])
    await fixture.db.run(sql`INSERT INTO uploads (id, draft_id, kind, slot, file_name, size,
      content_type, key, multipart_id, part_size, state, created_at, updated_at)
      VALUES (${id}, ${draftId}, 'track', '0', 'a.wav', 1, 'audio/wav', ${id}, '', 1, 'complete',
      '2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z')`);
});
afterAll(() => fixture.close());

async function relatedRows(input: string): Promise<string[]> {
  const name = readName(input);
  if (!name) throw new Error(`${input} is no name.`);
  const rows = await fixture.db.all<{ id: string }>(sql.raw(relatedIdsQuery(name)));
  return rows.map(({ id }) => id).sort();
}

const ALL = [UPLOAD, SENT, jobId(1), `draft-${SENT}`].sort();

test.each([
  ["the submission", SENT],
  ["one of its jobs", jobId(1)],
  ["one of its files", UPLOAD],
])("the id of %s finds everything that belongs to it", async (_, id) => {
  expect(await relatedRows(id)).toEqual(ALL);
});

test("the id of a file that was not submitted finds its draft", async () => {
  expect(await relatedRows(ALONE)).toEqual([ALONE, "draft-unsent"].sort());
});

test("an unknown id finds nothing", async () => {
  expect(await relatedRows("01KATVC1DX7MN6G1RY7RQ8248D")).toEqual([]);
});
