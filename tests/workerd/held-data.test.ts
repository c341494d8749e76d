import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longDate } from "~/platform/formats/dates";
import { confirmIdentity, signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow, songBytes } from "../support/drafts";
import { pageText } from "../support/page-parts";

const PAGE = "/edit-profile/data";
const DOWNLOAD = `${PAGE}/download`;

/** Unpacks a zip for as long as it is looked at. */
function unpackZip(
  zip: Uint8Array,
  look: (file: (path: string) => Buffer, names: string[]) => void,
) {
  const folder = mkdtempSync(join(tmpdir(), "held-"));
  try {
    writeFileSync(join(folder, "held.zip"), zip);
    const unzip = `import zipfile
z = zipfile.ZipFile("held.zip")
assert z.testzip() is None
z.extractall(".")
print("\\n".join(z.namelist()))`;
    const names = execFileSync("python3", ["-c", unzip], { cwd: folder, encoding: "utf8" });
    const [root = ""] = names.split("/");
    const all = names.trimEnd().split("\n");
    look(
      (path) => readFileSync(join(folder, root, path)),
      all.map((name) => name.slice(root.length + 1)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an artist downloads all of their data, without data of others or secrets", async () => {
  const store = openStoreReader();
  const { artist, visitor } = await signedInArtist();
  const sender = await createDraftAt("review", { email: artist.email });
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const open = await createDraftAt("about", { email: artist.email.toUpperCase() });
  const stranger = await createDraftAt("review", { email: "stranger@example.com" });
  await stranger.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  await store.rows(
    `INSERT INTO split_confirmations (id, submission_id, track_id, songwriter_id, name, email, share,
     split_hash, token_hash, created_at, updated_at)
     VALUES (?, ?, 't', 's', 'Ebba Lind', 'ebba@example.org', 50, 'h', ?, 'x', 'x') RETURNING id`,
    ...[`split-${artist.id}`, String(row?.id), `secret-${artist.id}`],
  );
  const staff = await staffMember("Ida");
  for (const artistNote of ["Send us the stems.", "Thank you."])
    await staff.post(`/staff/submissions/${row?.id}`, { intent: "artist-note", artistNote });
  await confirmIdentity(visitor, artist);
  const reply = await visitor.post(DOWNLOAD, {});
  const zip = new Uint8Array(await reply.arrayBuffer());
  expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  expect(zip.length).toBe(Number(reply.headers.get("Content-Length")));
  unpackZip(zip, (file, names) => {
    const text = names
      .filter((name) => /\.(json|txt)$/.test(name))
      .map((name) => file(name).toString())
      .join("\n");
    expect(JSON.parse(file("account.json").toString())).toMatchObject({
      artistId: artist.artistId,
    });
    const [submission, ...none] = JSON.parse(file("submissions.json").toString());
    expect(none).toEqual([]);
    // Also replaced data that we still store; not the names of team members.
    expect(submission).toMatchObject({
      noteFromTheTeam: "Thank you.",
      writtenByTheTeam: [
        { what: "artist-note-written", text: "Send us the stems." },
        { what: "artist-note-written", text: "Thank you." },
      ],
    });
    expect(text).not.toContain("Ida");
    expect(JSON.parse(file("drafts.json").toString())).toHaveLength(1);
    expect(JSON.parse(file("sign-ins.json").toString())).toHaveLength(1);
    expect(text).toContain("Ebba Lind");
    expect(text).not.toMatch(
      /ebba@example\.org|stranger@example|secret-|tokenHash|codeMark|key_hash/,
    );
    expect(file("READ-ME.txt").toString()).toContain("What is not in here");
    const songs = names.filter((name) => name.endsWith("ferry.wav"));
    expect(songs).toHaveLength(2);
    for (const name of songs) expect(file(name).equals(songBytes)).toBe(true);
    const hash = createHash("sha256").update(songBytes).digest("hex");
    expect(file("manifest-sha256.txt").toString()).toContain(hash);
  });
  await open.send("/submit/about");
  // Two more are permitted today, then it is refused.
  for (const status of [200, 200, 302]) {
    const repeated = await visitor.post(DOWNLOAD, {});
    await repeated.arrayBuffer();
    expect(repeated.status).toBe(status);
  }
  const page = await visitor.send(`${PAGE}?enough`);
  expect(pageText(await page.text())).toContain("3 times within a day");
});

test("opening the page downloads nothing, and another site cannot start the download", async () => {
  const { artist, visitor } = await signedInArtist();
  expect((await visitor.send(DOWNLOAD)).status).toBe(302);
  const reply = await visitor.post(DOWNLOAD, {}, { Origin: "https://elsewhere.example" });
  expect(reply.status).toBe(403);
  const rows = await openStoreReader().rows(
    "SELECT id FROM data_requests WHERE artist_id = ?",
    artist.id,
  );
  expect(rows).toEqual([]);
});

test("staff see a deletion with its date, note something under it and have it begin, all in the trail", async () => {
  const store = openStoreReader();
  const { artist, visitor } = await signedInArtist({ artistName: "Tove Lund" });
  expect((await visitor.post(PAGE, { intent: "delete", confirm: "A-222222" })).status).toBe(400);
  await confirmIdentity(visitor, artist);
  expect((await visitor.post(PAGE, { intent: "delete", confirm: " tove  LUND " })).status).toBe(
    302,
  );
  const [mail] = await store.rows(
    "SELECT text_body FROM mail_outbox WHERE kind = 'deletion-asked' AND recipient = ?",
    artist.email,
  );
  expect(mail?.text_body).toContain(PAGE);
  const staff = await staffMember("Ida");
  const [row] = await store.rows("SELECT * FROM data_requests WHERE artist_id = ?", artist.id);
  const request = String(row?.id);
  const text = pageText(await (await staff.send("/staff/data-requests")).text());
  expect(text).toContain(`Tove Lund, ${artist.artistId}`);
  // The legal deadline: 30 days from now.
  const due = Date.parse(String(row?.due_at)) - Date.parse(String(row?.created_at));
  expect(due).toBe(30 * 86_400_000);
  expect(text).toContain(longDate(String(row?.due_at)));
  expect(text).toContain(`undo that, not even Tove Lund, ${artist.artistId}.`);
  await staff.post("/staff/data-requests", { intent: "note", request, note: "Is under 16." });
  await staff.post("/staff/data-requests", { intent: "now", request });
  const auditEntries = await store.rows(
    "SELECT action FROM audit WHERE subject = ? ORDER BY id",
    request,
  );
  expect(auditEntries.map(({ action }) => action)).toEqual([
    "note-written",
    "deletion-brought-forward",
  ]);
  await visitor.json("/sandbox/sweep", { only: ["deletions"] });
  expect((await visitor.send(PAGE)).headers.get("Location")).toContain("/login");
  const [requestRow] = await store.rows("SELECT done_at FROM data_requests WHERE id = ?", request);
  expect(requestRow?.done_at).not.toBeNull();
  const last = "SELECT kind FROM mail_outbox WHERE recipient = ? ORDER BY id DESC LIMIT 1";
  expect(await store.rows(last, artist.email)).toEqual([{ kind: "data-deleted" }]);
  const after = pageText(await (await staff.send("/staff/data-requests")).text());
  expect(after).toContain("your account, with its profile and picture");
});
