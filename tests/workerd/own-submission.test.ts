import { expect, test } from "vitest";
import { TEMPLATE_VERSION } from "~/domain/artists/agreement/terms";
import { mailboxKey } from "~/domain/mail/mailbox";
import { signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow, sha256 } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

/* What an artist sees of their submission, how they resubmit it, and its public page. */

const store = openStoreReader();

/** A signed-in artist, and a submission that belongs to their account. */
async function owner(names: { artistName?: string } = {}) {
  const { artist, visitor } = await signedInArtist({ artistName: "Sigrid Vale" });
  const sender = await createDraftAt("review", names);
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const ownStatement = "UPDATE submissions SET artist_id = ? WHERE draft_id = ? RETURNING id";
  const [row] = await store.rows(ownStatement, artist.id, draftId);
  const id = String(row?.id);
  return { artist, visitor, id, draftId, path: `/submission/${id}` };
}

/** Sets a status, as staff do. */
async function decide(id: string, status: string, reason = "") {
  const sql = `UPDATE submissions SET status = ?, status_history =
    json_insert(status_history, '$[#]', json(?)) WHERE id = ? RETURNING id`;
  const entry = { status, at: new Date().toISOString(), reason };
  await store.rows(sql, status, JSON.stringify(entry), id);
}

const read = async (visitor: Visitor, path: string) => {
  const reply = await visitor.send(path);
  return { status: reply.status, html: await reply.text() };
};
/** Removes the parts that differ between any two replies. */
const plain = (html: string) =>
  html.replace(/nonce="[^"]*"/g, "").replace(/[0-9A-HJKMNP-TV-Z]{26}/g, "ID");

test("an artist sees their submission by our id and by the board's, and HTML in it as text", async () => {
  const { visitor, id, path } = await owner({ artistName: "<b>Sigrid</b>" });
  await store.rows(
    "UPDATE submissions SET monday_item_id = ? WHERE id = ? RETURNING id",
    `9${id}`,
    id,
  );
  for (const portalPath of [path, `/submission/9${id}`]) {
    const { status, html } = await read(visitor, portalPath);
    expect(status).toBe(200);
    const text = pageText(html);
    for (const expectedText of [
      ...["Submission Details", "Night Ferry", "Single", "Pending", "Important Dates"],
      ...["Your submission is being reviewed", "Media Files", "Track 1", "ferry.wav", "Artwork"],
      ...["received", "listened to", "It's in our queue.", "Next: our reply", "Contact Support"],
    ])
      expect(text).toContain(expectedText);
    expect(html).not.toContain("<b>Sigrid</b>");
    expect(text).toContain("<b>Sigrid</b>");
  }
});

test("another artist's id, an unknown id and an invalid id get the same answer", async () => {
  const [mine, other] = [await owner(), await owner()];
  const stranger = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, stranger);
  await stranger.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const ids = [other.id, String(row?.id), "nonsense", "x".repeat(500)];
  const replies = await Promise.all(ids.map((id) => read(mine.visitor, `/submission/${id}`)));
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(pageText(replies[0]?.html ?? "")).toContain("Submission not found");
  const bodies = replies.map(({ html }, n) => plain(html).replaceAll(ids[n] ?? "", "ID"));
  expect(new Set(bodies).size).toBe(1);
  const posts = await Promise.all(
    ids.slice(0, 3).map((id) => mine.visitor.post(`/submission/${id}`, { intent: "send-again" })),
  );
  expect(posts.map(({ status }) => status)).toEqual([404, 404, 404]);
});

/** Addresses with an id, and the visitor who opens them. */
const addresses: [who: "artist" | "nobody" | "staff", at: string, status: number][] = [
  ["artist", "/submission/ID", 404],
  ["artist", "/release-details/ID", 404],
  ["artist", "/release-details/ID/splits", 404],
  ["nobody", "/details/ID", 404],
  ["nobody", "/details/ID/cover.jpg", 404],
  ["nobody", "/artist/ID", 404],
  ["nobody", "/i/ID", 404],
  ["nobody", "/r/ID", 404],
  ["nobody", "/split/ID", 404],
  ["nobody", "/submission/ID", 302],
  ["nobody", "/staff/submissions/ID", 302],
  ["staff", "/staff/submissions/ID", 404],
  ["staff", "/staff/artists/ID", 404],
];

const LIST = /<section[^>]* aria-label="Queue".*?<\/section>/s;

test.each(addresses)(
  "for %s %s tells no id that cannot be one from any other",
  async (who, at, status) => {
    const visitor =
      who === "artist"
        ? (await signedInArtist()).visitor
        : who === "staff"
          ? // Others decide under other names: the strip that undoes counts seconds.
            await staffMember("Una Reads")
          : new Visitor();
    const answer = async (id: string, as = id) => {
      const reply = await visitor.send(at.replace("ID", id));
      const html = await reply.text();
      // The list beside an entry changes by what other tests send.
      const shown = who === "staff" ? pageText(html.replace(LIST, "")) : plain(html);
      const text = shown.replaceAll(at.replace("ID", as), at);
      // A sign-in leads back to the address as it was asked for.
      const leads = decodeURIComponent(reply.headers.get("Location") ?? "");
      const page = [id, as].reduce((path, lead) => path.replace(at.replace("ID", lead), at), leads);
      return [reply.status, page, text];
    };
    const unknown = await answer("nonsense");
    expect(unknown[0]).toBe(status);
    for (const id of ["%00", "%0A", "%5C", "%5Cx:y", "%E0%A4%A", "%C0%AE"])
      expect(await answer(id, "-"), id).toEqual(unknown);
  },
);

test("a missing id gets its message", async () => {
  const { visitor } = await signedInArtist();
  const { status, html } = await read(visitor, "/submission");
  expect([status, pageText(html)]).toEqual([
    400,
    expect.stringContaining("No submission ID provided"),
  ]);
});

test("the artist is told once that a person has opened it, and reads the note of the team", async () => {
  const { visitor, id, path } = await owner();
  const staff = await staffMember("Ida");
  await staff.send(`/staff/submissions/${id}`);
  const sql = "SELECT opened_at, artist_note FROM submissions WHERE id = ?";
  const [first] = await store.rows(sql, id);
  expect(first?.opened_at).toEqual(expect.any(String));
  await staff.post(`/staff/submissions/${id}`, {
    intent: "artist-note",
    artistNote: "We love the bridge. <i>More</i> soon.",
  });
  await staff.post(`/staff/submissions/${id}`, {
    intent: "note",
    note: "Between us: hold it back.",
  });
  await staff.send(`/staff/submissions/${id}`);
  expect((await store.rows(sql, id))[0]?.opened_at).toBe(first?.opened_at);
  const text = pageText((await read(visitor, path)).html);
  expect(text).toContain("We love the bridge. <i>More</i> soon.");
  expect(text).not.toContain("Between us");
  await staff.post(`/staff/submissions/${id}`, { intent: "artist-note", artistNote: " " });
  expect(pageText((await read(visitor, path)).html)).not.toContain("A note from the team");
  const trail = "SELECT action FROM audit WHERE subject = ? AND action = 'artist-note-written'";
  expect(await store.rows(trail, id)).toHaveLength(2);
});

test("a rejection tells its reason and opens one draft with everything in it, files included, however often it is pressed", async () => {
  const { artist, visitor, id, path, draftId } = await owner();
  expect((await visitor.post(path, { intent: "send-again" })).status).toBe(409);
  await decide(id, "rejected", "The vocals are too quiet. <em>Sorry</em>");
  const text = pageText((await read(visitor, path)).html);
  expect(text).toContain("The vocals are too quiet. <em>Sorry</em>");
  expect(text).toContain("Fix it and send it again");
  const windows = [1, 2, 3].map(() => {
    const firstWindow = new Visitor();
    firstWindow.cookie = visitor.cookie;
    return firstWindow;
  });
  const replies = await Promise.all(
    windows.map((visitor) => visitor.post(path, { intent: "send-again" })),
  );
  expect(replies.map((reply) => [reply.status, reply.headers.get("Location")])).toEqual(
    windows.map(() => [302, "/submit/music?return=review"]),
  );
  const drafts = "SELECT id, answers, completed_steps FROM drafts WHERE resend_of = ?";
  const [draft, ...others] = await store.rows(drafts, id);
  expect(others).toEqual([]);
  const [before] = await store.rows("SELECT answers FROM drafts WHERE id = ?", draftId);
  const answers = JSON.parse(String(before?.answers));
  // A date that was sent is the artist's own.
  const music = { ...answers.music, defaultReleaseDate: "" };
  expect(JSON.parse(String(draft?.answers))).toMatchObject({ ...answers, music });
  // Every tab opens that draft, with its files in place.
  for (const visitor of windows)
    expect(pageText((await read(visitor, "/submit/review")).html)).toContain("ferry.wav");
  const files = "SELECT slot, sha256, key, origin FROM uploads WHERE draft_id = ? ORDER BY slot";
  const [old, fresh] = [await store.rows(files, draftId), await store.rows(files, draft?.id)];
  expect(fresh.map(({ slot, sha256: hash, key }) => [slot, hash, key])).toEqual(
    old.map(({ slot, sha256: hash, key }) => [slot, hash, key]),
  );
  for (const { key, sha256: hash } of fresh) {
    const bytes = await store.object(String(key));
    expect(bytes && sha256(bytes)).toBe(hash);
  }
  expect(artist.id).not.toBe("");
});

test("replacing a file in the new draft keeps the submission's file, and the other way round", async () => {
  const { visitor, id, path, draftId } = await owner();
  await decide(id, "rejected", "Wrong artwork");
  const again = new Visitor();
  again.cookie = visitor.cookie;
  await again.post(path, { intent: "send-again" });
  const [draft] = await store.rows("SELECT id FROM drafts WHERE resend_of = ?", id);
  const cover = "SELECT id, key FROM uploads WHERE draft_id = ? AND slot = 'artwork'";
  const [[sharedUpload], [own]] = [
    await store.rows(cover, draft?.id),
    await store.rows(cover, draftId),
  ];
  expect(sharedUpload?.key).toBe(own?.key);
  const deleteReply = await again.send(`/api/cloud-storage/uploads/${sharedUpload?.id}`, {
    method: "DELETE",
  });
  expect(deleteReply.status).toBe(200);
  expect(await store.rows("SELECT id FROM uploads WHERE id = ?", sharedUpload?.id)).toEqual([]);
  expect(await store.object(String(own?.key))).toBeDefined();
  expect((await visitor.send(`/files/${own?.id}/cover.jpg`)).status).toBe(200);
});

test("another open draft in the browser is not lost", async () => {
  const { visitor, id, path } = await owner();
  await decide(id, "rejected", "Too short");
  const other = await createDraftAt("about");
  const both = new Visitor();
  both.cookie = `${visitor.cookie}; ${other.cookie}`;
  const reply = await both.post(path, { intent: "send-again" });
  const html = await reply.text();
  expect(reply.status).toBe(200);
  expect(html).toMatch(/\/submit\/continue\/[\w-]{43}/);
  expect(await store.rows("SELECT id FROM drafts WHERE resend_of = ?", id)).toEqual([]);
  const [link] = /\/submit\/continue\/[\w-]{43}/.exec(html) ?? [];
  expect((await new Visitor().send(link ?? "")).status).toBe(200);
  expect((await both.post(path, { intent: "send-again", replace: "on" })).status).toBe(302);
});

test("a corrected submission is sent with the same files, and the first one links to it", async () => {
  const { visitor, id, path } = await owner();
  await decide(id, "rejected", "Say who wrote it");
  const again = new Visitor();
  again.cookie = visitor.cookie;
  await again.post(path, { intent: "send-again" });
  const asked = await again.post("/submit/review", { intent: "submit" });
  const question = await asked.text();
  expect([asked.status, pageText(question)]).toEqual([
    409,
    expect.stringContaining("Nothing has changed"),
  ]);
  expect(question).toContain('name="unchanged" value="yes"');
  const reply = await again.post("/submit/review", { intent: "submit", unchanged: "yes" });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  const hashes = async (of: string) => {
    const [row] = await store.rows("SELECT files FROM submissions WHERE id = ?", of);
    const files = JSON.parse(String(row?.files)) as { sha256: string; key: string }[];
    return files.map(({ sha256: hash, key }) => [hash, key]);
  };
  const [fresh] = await store.rows(
    "SELECT id, reference FROM submissions WHERE draft_id = (SELECT id FROM drafts WHERE resend_of = ?)",
    id,
  );
  expect(await hashes(String(fresh?.id))).toEqual(await hashes(id));
  const text = pageText((await read(visitor, path)).html);
  expect(text).toContain("You sent a new version on");
  expect(text).toContain(String(fresh?.reference));
  expect((await visitor.post(path, { intent: "send-again" })).status).toBe(409);
});

test("a release has a public page only while it is approved and published", async () => {
  const { id, draftId } = await owner({ artistName: "</script><b>Vale</b>" });
  const [staff, nobody] = [await staffMember("Ida"), new Visitor()];
  const page = `/details/${id}`;
  const desk = `/staff/submissions/${id}`;
  const unknown = await read(nobody, "/details/nonsense");
  const isUnknown = async () => {
    const reply = await read(nobody, page);
    expect([reply.status, plain(reply.html).replaceAll(id, "ID")]).toEqual([
      404,
      plain(unknown.html).replaceAll("nonsense", "ID"),
    ]);
    expect((await nobody.send(`${page}/cover.jpg`)).status).toBe(404);
  };
  await isUnknown();
  expect((await staff.post(desk, { intent: "publish" })).status).toBe(409);
  await decide(id, "approved");
  await isUnknown();
  expect((await staff.post(desk, { intent: "publish" })).status).toBe(302);
  expect((await staff.post(desk, { intent: "publish" })).status).toBe(302);
  const { status, html } = await read(nobody, page);
  expect(status).toBe(200);
  expect(html).not.toContain("<script src");
  expect(html).not.toContain("</script><b>");
  for (const tag of ['property="og:image"', 'rel="canonical"', '"MusicRelease"', "twitter:card"])
    expect(html).toContain(tag);
  const text = pageText(html);
  expect(text).toMatch(/Release Date \w+ \d+, \d{4} Label /);
  expect(text).toContain("Tracks and credits");
  expect(text).toContain("Made by </script><b>Vale</b>");
  expect(html).toContain(`src="${page}/cover.jpg"`);
  expect((await nobody.send(`${page}/cover.jpg`)).headers.get("Content-Type")).toBe("image/jpeg");
  // No contact data of the artist.
  expect(html).not.toContain("sigrid@example.com");
  const master = "SELECT id, file_name FROM uploads WHERE draft_id = ?";
  for (const { id: upload, file_name } of await store.rows(master, draftId))
    expect((await nobody.send(`/files/${upload}/${file_name}`)).status).toBe(404);
  expect(await (await nobody.send("/sitemap.xml")).text()).toContain(page);
  await decide(id, "rejected", "A sample is not cleared");
  await isUnknown();
  await decide(id, "live");
  expect((await staff.post(desk, { intent: "unpublish" })).status).toBe(302);
  await isUnknown();
  const trail =
    "SELECT action FROM audit WHERE subject = ? AND action LIKE 'release-%' ORDER BY id";
  expect((await store.rows(trail, id)).map(({ action }) => action)).toEqual([
    "release-published",
    "release-unpublished",
  ]);
});

test("staff enter listening links of a release, and its artist and the public see them", async () => {
  const { visitor, id, path } = await owner();
  const [staff, nobody] = [await staffMember("Ida"), new Visitor()];
  const desk = `/staff/submissions/${id}`;
  const save = (storeLinks: string) =>
    staff.post(`${desk}?tab=artist`, { intent: "store-links", storeLinks });
  const own = async () => pageText((await read(visitor, path)).html);
  await decide(id, "live");
  expect(pageText((await read(staff, `${desk}?tab=artist`)).html)).toContain(
    "Where the release is heard",
  );
  const linksInput = "https://music.apple.com/gb/album/1\njavascript:alert(1)";
  const refusal = await save(linksInput);
  expect(refusal.status).toBe(400);
  const refusalHtml = await refusal.text();
  expect(pageText(refusalHtml)).toContain("Link 2 is not an address that begins with https://.");
  expect(refusalHtml).toContain(linksInput);
  expect(await own()).not.toContain("Where to hear it");

  const links = "music.apple.com/gb/album/1\r\nhttps://sigridvale.bandcamp.com/album/ferry?a=1&b=2";
  expect((await save(links)).headers.get("Location")).toContain("said=stores-set");
  const html = (await read(visitor, path)).html;
  expect(pageText(html)).toContain("Where to hear it Apple Music Bandcamp");
  expect(html).toContain('href="https://sigridvale.bandcamp.com/album/ferry?a=1&amp;b=2"');
  await staff.post(desk, { intent: "publish" });
  const release = async () => (await read(nobody, `/details/${id}`)).html;
  expect(await release()).toContain('href="https://music.apple.com/gb/album/1"');
  expect(pageText(await release())).toContain("Night Ferry on Apple Music");

  // Not while the release is rejected; an empty field removes them.
  await decide(id, "rejected", "A sample is not cleared");
  expect(await own()).not.toContain("Where to hear it");
  await decide(id, "live");
  await save(" ");
  expect(await own()).not.toContain("Where to hear it");
  expect(await release()).not.toContain("Apple Music");
  const trail =
    "SELECT detail FROM audit WHERE subject = ? AND action = 'store-links-set' ORDER BY id";
  expect((await store.rows(trail, id)).map(({ detail }) => detail)).toEqual([
    "https://music.apple.com/gb/album/1 https://sigridvale.bandcamp.com/album/ferry?a=1&b=2",
    "",
  ]);
});

test("an artist has a public page once staff enable it, with the published releases", async () => {
  const { artist, id } = await owner();
  const [staff, nobody] = [await staffMember("Ida"), new Visitor()];
  const page = `/artist/${artist.artistId}`;
  expect((await nobody.send(page)).status).toBe(404);
  const publish = `/staff/artists/${artist.id}/publish`;
  expect((await nobody.post(publish, { intent: "publish" })).headers.get("Location")).toMatch(
    /^\/staff\/sign-in/,
  );
  expect((await staff.post(publish, { intent: "publish", to: "/staff" })).status).toBe(302);
  const before = await read(nobody, page);
  expect(pageText(before.html)).toContain("Nothing is out yet.");
  await decide(id, "live");
  await staff.post(`/staff/submissions/${id}`, { intent: "publish" });
  await store.rows(
    `UPDATE artists SET picture = '{"id":"P1","small":"a/p/s.jpg","large":"a/p/l.jpg"}',
      profile = json_set(profile, '$.appleMusicProfile', 'music.apple.com/artist/1') WHERE id = ? RETURNING id`,
    artist.id,
  );
  const { html } = await read(nobody, page);
  expect(html).toContain(`/details/${id}`);
  expect(html).toContain('"MusicGroup"');
  expect(html).toContain(`/files/pictures/${artist.artistId}/P1/large`);
  const release = async () => pageText((await read(nobody, `/details/${id}`)).html);
  expect(await release()).toContain("Sigrid Vale on Apple Music");
  await staff.post(publish, { intent: "unpublish", to: "/staff" });
  expect((await nobody.send(page)).status).toBe(404);
  expect(await release()).not.toContain("Apple Music");
});

test("next to the publishing buttons staff see that the agreement is not signed", async () => {
  const { artist, visitor, id } = await owner();
  const staff = await staffMember("Ida");
  const desk = `/staff/submissions/${id}?tab=artist`;
  const pages = [desk, `/staff/artists/${artist.id}`];
  const warning =
    "The artist hasn't signed the agreement. Until they do, we may review what they sent, and not publish it. Publish the page";
  const readText = async (page: string) => pageText((await read(staff, page)).html);
  // Nothing is published of a release that nobody has taken on.
  expect(await readText(desk)).not.toContain(warning);
  await decide(id, "approved");
  for (const page of pages) expect(await readText(page)).toContain(warning);

  await visitor.send("/agreement");
  const sql = "SELECT id, text_hash FROM signature_requests WHERE artist_id = ?";
  const [request] = await store.rows(sql, artist.id);
  const sign = {
    intent: "sign",
    request: String(request?.id),
    textHash: String(request?.text_hash),
  };
  const signature = { typedName: "Sigrid Vale", consent: "on", to: "/dashboard?tab=1" };
  expect((await visitor.post("/agreement", { ...sign, ...signature })).status).toBe(302);
  for (const page of pages) {
    expect(await readText(page)).toContain("Publish the page");
    expect(await readText(page)).not.toMatch(/hasn't signed|not yet version/);
  }

  const older =
    "UPDATE signature_requests SET template_version = '2025-01' WHERE id = ? RETURNING id";
  await store.rows(older, String(request?.id));
  for (const page of pages)
    expect(await readText(page)).toContain(
      `The artist signed version 2025-01 of the agreement, and not yet version ${TEMPLATE_VERSION}, today's.`,
    );

  // Nobody signs for a submission without an account. What is out already has the sentence, too.
  await store.rows("UPDATE submissions SET artist_id = NULL WHERE id = ? RETURNING id", id);
  expect(await readText(desk)).toContain(warning);
  expect((await staff.post(desk, { intent: "publish" })).status).toBe(302);
  expect(await readText(desk)).toContain(warning.replace("Publish the page", "Unpublish the page"));
});

test("an artist chooses their mails, and a status without mails is set without one", async () => {
  const { visitor, id } = await owner();
  const staff = await staffMember("Ida");
  const set = async (status: string) => {
    const [row] = await store.rows("SELECT revision FROM review_items WHERE id = ?", id);
    const revision = String(row?.revision);
    const fields = { intent: "set", status, reason: "x", revision, onPaper: "on" };
    expect((await staff.post(`/staff/submissions/${id}`, fields)).status).toBe(302);
  };
  const mails = async () =>
    (
      await store.rows(
        "SELECT text_body FROM mail_outbox WHERE submission_id = ? AND kind = 'status-change'",
        id,
      )
    ).length;
  await set("processing");
  expect(await mails()).toBe(1);
  expect((await visitor.post("/edit-profile/mails", { reminders: "on" })).status).toBe(302);
  await set("approved");
  expect(await mails()).toBe(1);
  const page = await read(visitor, "/edit-profile/mails?saved");
  expect(pageText(page.html)).toContain("Your choices are saved.");
  await visitor.post("/edit-profile/mails", { statuses: "on" });
  await set("live");
  expect(await mails()).toBe(2);
});

test("an artist who has stopped all mails is told so next to the choices, and can allow them again", async () => {
  const { visitor, artist } = await signedInArtist();
  const { email } = artist;
  const mailbox = mailboxKey(email);
  const timestamp = new Date().toISOString();
  await store.rows(
    `INSERT INTO mail_addresses (address, stopped_at, created_at) VALUES (?, ?, ?)
      ON CONFLICT (address) DO UPDATE SET stopped_at = excluded.stopped_at RETURNING address`,
    ...[mailbox, timestamp, timestamp],
  );
  const mailsText = async () => pageText((await read(visitor, "/edit-profile/mails")).html);
  expect(await mailsText()).toContain(`Our emails to ${email} are stopped`);
  expect((await visitor.post("/edit-profile/mails", { intent: "allow" })).status).toBe(302);
  expect(await mailsText()).not.toContain("are stopped");
  const [row] = await store.rows(
    "SELECT stopped_at FROM mail_addresses WHERE address = ?",
    mailbox,
  );
  expect(row?.stopped_at).toBeNull();
});
