import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { confirmIdentity, signedInArtist, staffMember } from "../support/accounts";
import { openAppStores, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

/* Closed submissions move to the archive, and come back when somebody opens them. */

const inside = await openForFile(openAppStores);
const staff = await staffMember("Rosa Archive");
const LONG_BIO = `Songs from the harbour. ${"We play at night, and the ferry answers. ".repeat(20)}The end.`;

/** A release that was rejected long ago. @param artistId of the account that it belongs to. */
async function closedRelease(
  artistName: string,
  { artistId = null as string | null, email = "" } = {},
) {
  const sender = await createDraftAt("review", { artistName, ...(email && { email }) });
  const { id: draftId } = await findDraftRow(inside, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const id = String(row?.id);
  const open = "SELECT id FROM jobs WHERE submission_id = ? AND state <> 'done'";
  await pollUntil(
    async () => ((await inside.rows(open, id)).length === 0 ? true : undefined),
    60,
  ).catch(() =>
    inside.rows("UPDATE jobs SET state = 'done' WHERE submission_id = ? RETURNING id", id),
  );
  await inside.rows(
    `UPDATE submissions SET artist_id = ?, form_data = json_set(form_data, '$.bio', ?), status = 'rejected',
     status_history = json_insert(status_history, '$[#]', json('{"status":"rejected","at":"2024-01-02T00:00:00.000Z","reason":"Not for us."}')),
     updated_at = '2024-01-02T00:00:00.000Z' WHERE id = ? RETURNING id`,
    artistId,
    LONG_BIO,
    id,
  );
  return { id, draftId };
}

const sweep = (part: string) => new Visitor().json("/sandbox/sweep", { only: [part] });
/** How many files the archive has of a submission. */
const countFiles = async (id: string) =>
  (await inside.files.list({ prefix: `archive/${id}/` })).objects.length;
async function stateOf({ id, draftId }: { id: string; draftId: string }) {
  const [row] = await inside.rows(
    `SELECT archived_at AS archivedAt, form_data ->> '$.bio' AS bio,
     (SELECT count(*) FROM jobs WHERE submission_id = submissions.id) AS jobs,
     (SELECT count(*) FROM track_findings JOIN uploads ON uploads.id = upload_id WHERE draft_id = ?1) AS findings,
     (SELECT count(*) FROM upload_parts JOIN uploads ON uploads.id = upload_id WHERE draft_id = ?1) AS parts,
     (SELECT answers <> '{}' FROM drafts WHERE id = ?1) AS answers
     FROM submissions WHERE id = ?2`,
    draftId,
    id,
  );
  return row;
}

test("a closed submission goes to the archive, is found, opens whole, and stays then", async () => {
  const release = await closedRelease(`Old Harbour ${crypto.randomUUID().slice(0, 8)}`);
  const before = await stateOf(release);
  expect(before).toMatchObject({ archivedAt: null, bio: LONG_BIO, findings: 1, answers: 1 });
  await sweep("archive");
  expect(await stateOf(release)).toMatchObject({
    ...{ archivedAt: expect.stringMatching(/^20/), jobs: 0, findings: 0, parts: 0, answers: 0 },
    bio: `${LONG_BIO.slice(0, 199)}…`,
  });
  expect(await countFiles(release.id)).toBe(1);
  const [row] = await inside.rows(
    "SELECT artist_name AS name FROM submissions WHERE id = ?",
    release.id,
  );
  const queue = await (
    await staff.send(`/staff?q=${encodeURIComponent(String(row?.name))}`)
  ).text();
  expect(queue).toContain(`/staff/submissions/${release.id}`);

  // Two at once, as by a double click.
  const pages = await Promise.all(
    [1, 2].map(async () => (await staff.send(`/staff/submissions/${release.id}`)).text()),
  );
  for (const page of pages) expect(pageText(page)).toContain(LONG_BIO.replaceAll(/\s+/g, " "));
  expect(await stateOf(release)).toEqual(before);
  await sweep("strays");
  expect(await countFiles(release.id)).toBe(0);
  await sweep("archive");
  expect(await stateOf(release)).toEqual(before);
});

test("what is not closed, or was touched lately, stays", async () => {
  const changes = [
    "status = 'pending'",
    "status = 'approved'",
    "changes_asked_at = '2024-01-02T00:00:00.000Z'",
    "published_at = '2024-01-02T00:00:00.000Z'",
    `updated_at = '${new Date().toISOString()}'`,
  ];
  const releases = await Promise.all(changes.map((_, index) => closedRelease(`Stays ${index}`)));
  for (const [index, change] of changes.entries())
    await inside.rows(
      `UPDATE submissions SET ${change} WHERE id = ? RETURNING id`,
      releases[index]?.id ?? "",
    );
  const waiting = await closedRelease("Stays for its job");
  await inside.rows(
    "UPDATE jobs SET state = 'failed' WHERE submission_id = ? RETURNING id",
    waiting.id,
  );
  await sweep("archive");
  for (const release of [...releases, waiting])
    expect(await stateOf(release)).toMatchObject({ archivedAt: null, bio: LONG_BIO });
});

test("an artist opens an archived release, sends it again with all answers, and downloads it whole", async () => {
  const { artist, visitor } = await signedInArtist({ artistName: "Sigrid Vale" });
  const account = { artistId: artist.id, email: artist.email };
  const release = await closedRelease("Sigrid Vale", account);
  const latest = await closedRelease("Sigrid Vale", account);
  await sweep("archive");
  // The latest one prefills the next.
  expect(await stateOf(latest)).toMatchObject({ archivedAt: null });
  expect(await countFiles(release.id)).toBe(1);

  await confirmIdentity(visitor, artist);
  const zip = new Uint8Array(
    await (await visitor.post("/edit-profile/data/download", {})).arrayBuffer(),
  );
  const read = `import io, sys, zipfile
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(z.read([n for n in z.namelist() if n.endswith("submissions.json")][0]).decode())`;
  const downloaded = JSON.parse(
    execFileSync("python3", ["-c", read], { input: zip, encoding: "utf8" }),
  );
  expect(downloaded.map(({ form }: { form: { bio: string } }) => form.bio)).toEqual([
    LONG_BIO,
    LONG_BIO,
  ]);

  await inside.rows(
    "UPDATE submissions SET restored_at = '2024-01-03' WHERE id = ? RETURNING id",
    release.id,
  );
  await sweep("archive");
  expect(await stateOf(release)).toMatchObject({ answers: 0 });
  await visitor.post(`/submission/${release.id}`, { intent: "send-again" });
  const [draft] = await inside.rows("SELECT answers FROM drafts WHERE resend_of = ?", release.id);
  expect(JSON.parse(String(draft?.answers))).toMatchObject({
    artist: { city: "Cork" },
    music: {},
    about: {},
  });
});

test("the archive forgets who is deleted", async () => {
  const { artist, visitor } = await signedInArtist({ artistName: "Tove Lund" });
  const account = { artistId: artist.id, email: artist.email };
  const release = await closedRelease("Tove Lund", account);
  await closedRelease("Tove Lund", account);
  await sweep("archive");
  expect(await countFiles(release.id)).toBe(1);
  await confirmIdentity(visitor, artist);
  await visitor.post("/edit-profile/data", { intent: "delete", confirm: "Tove Lund" });
  const [request] = await inside.rows(
    "SELECT id FROM data_requests WHERE artist_id = ?",
    artist.id,
  );
  await staff.post("/staff/data-requests", { intent: "now", request: String(request?.id) });
  await sweep("deletions");
  await sweep("strays");
  expect(await inside.rows("SELECT id FROM submissions WHERE id = ?", release.id)).toEqual([]);
  expect(await countFiles(release.id)).toBe(0);
});
