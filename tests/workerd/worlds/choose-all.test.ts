import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { serializeItemVersion } from "~/domain/review/decision";
import { submissions } from "~/domain/submission/submission-tables.server";
import { decideSeveral } from "~/features/staff/queue/bulk-decide.server";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture } from "../../support/status-paths";

const fixture = await openForFile(createStatusFixture);
beforeEach(() => fixture.reset());

const decideAll = (fields: Record<string, string>) =>
  decideSeveral(fixture.portal, staffPrincipal, new URLSearchParams(fields));
const form = { status: "in progress", reason: "", all: "1" };

async function previewAll(back: string) {
  const { reply } = await decideAll({ ...form, intent: "preview", back });
  if (reply.kind !== "asked") throw new Error("It was decided.");
  return reply;
}

/** Posts what a preview displayed. */
function confirm({ chosen }: Awaited<ReturnType<typeof previewAll>>) {
  const fields = new URLSearchParams({ intent: "set", status: form.status, reason: "" });
  for (const { seen } of chosen) fields.append("item[]", serializeItemVersion(seen));
  return decideSeveral(fixture.portal, staffPrincipal, fields);
}

const statusOf = async (id: string) =>
  (await fixture.db.select().from(submissions).where(eq(submissions.id, id)))[0]?.status;

test("all that match are previewed, then decided as they were seen: one that changed meanwhile is left", async () => {
  const [first, second, third] = [
    await fixture.submitted({ formData: '{"primaryGenre":"Folk","tracks":[]}' }),
    await fixture.submitted({ formData: '{"primaryGenre":"Folk","tracks":[]}' }),
    await fixture.submitted({ formData: '{"primaryGenre":"Jazz","tracks":[]}' }),
  ];
  const preview = await previewAll("genre=Folk");
  expect(preview.chosen.map(({ seen }) => seen.id).sort()).toEqual([first, second].sort());
  expect(preview.hasMore).toBe(false);
  await fixture.sets("staff, one by one", second, "processing");
  const { reply, status } = await confirm(preview);
  if (reply.kind !== "done") throw new Error("It was asked.");
  expect([status, reply.done.map(({ id }) => id), reply.left.map(({ id }) => id)]).toEqual([
    409,
    [first],
    [second],
  ]);
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    "in progress",
    "processing",
    "pending",
  ]);
});

test("all that match are never decided unseen, and none is an error", async () => {
  const id = await fixture.submitted();
  const { reply } = await decideAll({ ...form, intent: "set", back: "" });
  expect([reply.kind, await statusOf(id)]).toEqual(["asked", "pending"]);
  await expect(decideAll({ ...form, intent: "preview", back: "genre=Jazz" })).rejects.toMatchObject(
    { status: 400 },
  );
});

test("at most 500 are chosen, and 100 decided by one request; the rest goes on", async () => {
  const time = fixture.clock().toISOString();
  await fixture.db.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501)
    INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data, files,
      status_history, reply_due_at, created_at, updated_at)
    SELECT 'M' || i, 'M' || i, 'M' || i, 'Ada', 'ada' || i || '@example.com', 'Tide', '{"tracks":[]}', '[]',
      '[{"status":"pending","at":"2026-01-01"}]', ${time}, ${time}, ${time} FROM n`);
  const preview = await previewAll("");
  expect([preview.chosen.length, preview.hasMore]).toEqual([500, true]);
  const { reply } = await confirm({ ...preview, chosen: preview.chosen.slice(0, 103) });
  if (reply.kind !== "done") throw new Error("It was asked.");
  expect([reply.done.length, reply.left.length, reply.rest?.items.length]).toEqual([100, 0, 3]);
  expect(reply.rest?.items).toEqual(
    preview.chosen.slice(100, 103).map(({ seen: { id, revision } }) => ({ id, revision })),
  );
});
