import { expect, test } from "vitest";
import { jpegBytes } from "../fixtures/jpeg";
import { confirmIdentity, signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { type FormPart, postForm } from "../support/form-post";
import { pageText } from "../support/page-parts";
import { completeDetails, releaseInProgress } from "../support/published-release";
import { Visitor } from "../support/visitor";

/* The evidence for rights questions as files, by forms as a page without script posts them. */

const store = openStoreReader();
const TOO_LARGE = 10 * 1024 * 1024 + 1;
const WRONG_KIND = "This file is not a PDF, JPEG or PNG. Choose another.";

const file = (name: string, fileName: string, body: string | Uint8Array): FormPart => ({
  name,
  fileName,
  type: "application/pdf",
  body,
});
const pdf = (name: string, fileName: string) => file(name, fileName, `%PDF-1.7 ${fileName}`);

/** Posts the details with files. */
function post(
  { visitor, path }: { visitor: Visitor; path: string },
  fields: Record<string, string>,
  ...files: FormPart[]
) {
  const parts = Object.entries(fields).map(([name, body]) => ({ name, body }));
  return postForm(visitor, path, [...parts, ...files]);
}

const proofsOf = (id: string) =>
  store.rows("SELECT * FROM rights_proofs WHERE submission_id = ? ORDER BY track_id, question", id);
const namesOf = async (id: string) => (await proofsOf(id)).map((row) => row.file_name);
const rights = {
  workForHire: "yes",
  "tracks[0].cover": "yes",
  "tracks[0].soloCover": "others",
  "tracks[0].coverWriters": "Ida Holm",
  "tracks[0].samples": "cleared",
};

test("a proof for each question is kept, counts as evidence, and reaches staff and package", async () => {
  const release = await releaseInProgress();
  const { visitor, path, id } = release;
  const details = completeDetails(rights);
  const files = [
    pdf("workForHireFile", "deal.pdf"),
    file("tracks[0].coverFile", "licence.JPG", jpegBytes({ width: 32, height: 32 })),
    pdf("tracks[0].samplesFile", 'x"><script>.pdf'),
  ];
  const reply = await post(release, { ...details, intent: "add-proof" }, ...files);
  expect(reply.status).toBe(200);
  const html = await (await visitor.send(path)).text();
  expect(html).not.toContain('x"><script>');
  for (const text of ["deal.pdf", "licence.JPG", "Remove deal.pdf"])
    expect(pageText(html)).toContain(text);
  expect(pageText(html)).not.toContain("Still to answer about rights");
  // Other posts and saves keep the files, with the empty file fields of a page and without any.
  const saved = await post(
    release,
    { ...details, intent: "save" },
    file("workForHireFile", "", ""),
  );
  expect(saved.status).toBe(302);
  expect((await visitor.post(path, { ...details, intent: "send" })).status).toBe(302);
  expect(await proofsOf(id)).toHaveLength(3);

  const staff = await staffMember("Rosa");
  const review = await (await staff.send(`/staff/submissions/${id}`)).text();
  expect(pageText(review)).not.toContain("Rights: ask the artist about");
  expect(pageText(review)).toContain("Track 1, Night Ferry: Cover version");
  const [row] = await proofsOf(id);
  const url = `/files/proofs/${row?.id}/deal.pdf`;
  expect(review).toContain(`href="${url}"`);
  const opened = await staff.send(url);
  expect([opened.status, opened.headers.get("Content-Type"), await opened.text()]).toEqual([
    200,
    "application/pdf",
    "%PDF-1.7 deal.pdf",
  ]);
  const zip = await (await staff.send(`/staff/submissions/${id}/package`)).text();
  for (const text of [
    "Rights/Work for hire.pdf",
    "Rights/Track 1, Night Ferry- Cover version.jpg",
    "%PDF-1.7 deal.pdf",
    "Yes: file deal.pdf",
  ])
    expect(zip).toContain(text);
  expect(zip).toContain('"path": "Rights/Work for hire.pdf"');

  // The artist opens it; anybody else finds nothing.
  expect((await visitor.send(url)).status).toBe(200);
  for (const other of [new Visitor(), (await signedInArtist()).visitor])
    expect((await other.send(url)).status).toBe(404);

  // What is download about the artist has it, too.
  await confirmIdentity(visitor, release.artist);
  const download = await (await visitor.post("/edit-profile/data/download", {})).text();
  expect(download).toContain("/Rights/deal.pdf");
  expect(download).toContain("%PDF-1.7 deal.pdf");
});

test("a refused file is told at its field; the text and the other files are kept", async () => {
  const release = await releaseInProgress();
  const { id, visitor, path } = release;
  await post(release, { ...completeDetails(rights) }, pdf("tracks[0].coverFile", "first.pdf"));
  const reply = await post(
    release,
    completeDetails({ ...rights, labelName: "Typed Label" }),
    file("tracks[0].coverFile", "licence.pdf", "PK\u0003\u0004 not a PDF"),
    file("tracks[0].samplesFile", "large.pdf", new Uint8Array(TOO_LARGE)),
    pdf("workForHireFile", "deal.pdf"),
    pdf("tracks[1].coverFile", "no-such-track.pdf"),
  );
  expect(reply.status).toBe(400);
  for (const text of [WRONG_KIND, "This file is larger than 10 MB.", "Everything else is saved."])
    expect(pageText(reply.html)).toContain(text);
  expect(await namesOf(id)).toEqual(["deal.pdf", "first.pdf"]);
  expect(await (await visitor.send(path)).text()).toContain('value="Typed Label"');
});

test("a proof is replaced and removed; a page that shows an older one removes nothing", async () => {
  const release = await releaseInProgress();
  const { id } = release;
  const details = completeDetails(rights);
  await post(release, details, pdf("workForHireFile", "old.pdf"));
  const [old] = await proofsOf(id);
  await post(release, details, pdf("workForHireFile", "new.pdf"));
  const [now] = await proofsOf(id);
  expect([now?.file_name, now?.id === old?.id]).toEqual(["new.pdf", false]);
  const strays = await store.rows("SELECT key FROM stray_objects WHERE key = ?", String(old?.key));
  expect(strays).toHaveLength(1);
  const remove = (row: typeof old, by = release) =>
    post(by, { ...details, intent: `remove-proof:${row?.id}` });
  expect((await remove(old)).status).toBe(200);
  expect((await remove(now, await releaseInProgress())).status).toBe(200);
  expect(await namesOf(id)).toEqual(["new.pdf"]);
  const removal = await remove(now);
  expect(pageText(removal.html)).not.toContain("new.pdf");
  expect(pageText(removal.html)).toContain("no agreement given");
  expect(await proofsOf(id)).toEqual([]);
});

test("two posts that replace a proof at once leave one, and its bytes are there", async () => {
  const release = await releaseInProgress();
  const fields = { ...completeDetails(rights), intent: "add-proof" };
  await Promise.all(
    ["one.pdf", "two.pdf"].map((name) => post(release, fields, pdf("workForHireFile", name))),
  );
  const rows = await proofsOf(release.id);
  expect(rows).toHaveLength(1);
  const [{ id, file_name: name } = {}] = rows;
  const opened = await release.visitor.send(`/files/proofs/${id}/${name}`);
  expect(await opened.text()).toBe(`%PDF-1.7 ${name}`);
});

test("a release that has moved on takes no proof", async () => {
  const release = await releaseInProgress();
  await store.rows("UPDATE submissions SET status = 'live' WHERE id = ? RETURNING id", release.id);
  const reply = await post(release, completeDetails(rights), pdf("workForHireFile", "late.pdf"));
  expect(reply.status).toBe(409);
  expect(await proofsOf(release.id)).toEqual([]);
});
