import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { fieldValue, pageText, parsePage } from "../support/page-parts";
import { waitingEntry } from "../support/published-release";
import type { Visitor } from "../support/visitor";

let store: StoreReader;
let staff: Visitor;
beforeAll(async () => {
  store = openStoreReader();
  staff = await staffMember("Rosa Vale");
});

const pagePath = (id: string) => `/staff/submissions/${id}`;
const readPage = async (visitor: Visitor, path: string) => (await visitor.send(path)).text();

/** A submission of its own, its id, and who sent it. */
async function submitRelease(artistName?: string): Promise<{ id: string; artist: Visitor }> {
  const artist = await createDraftAt("review", artistName ? { artistName } : {});
  const { id } = await findDraftRow(store, artist);
  await artist.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  return { id: String(row?.id), artist };
}

async function findMarks(id: string) {
  const [row] = await store.rows(
    "SELECT shortlisted_at IS NOT NULL AS shortlisted, rating, tags, assigned_name AS name FROM review_items WHERE id = ?",
    id,
  );
  return row;
}

/** Posts a form of the page as it stands, and follows it. */
async function press(visitor: Visitor, id: string, fields: Record<string, string>) {
  const reply = await visitor.post(pagePath(id), fields);
  const location = reply.headers.get("Location");
  const html = location ? await readPage(visitor, location) : await reply.text();
  return { status: reply.status, html, text: pageText(html) };
}

test("the team marks an entry without script, and its artist sees nothing of it", async () => {
  const { id, artist } = await submitRelease();
  const listed = await press(staff, id, { intent: "shortlist" });
  expect([listed.status, listed.text]).toEqual([
    302,
    expect.stringContaining("This is on the shortlist."),
  ]);
  expect(listed.html).toContain('aria-label="Take it off the shortlist"');
  const rated = await press(staff, id, { intent: "rate", rating: "4", seen: "" });
  expect(rated.html).toMatch(/aria-label="Clear the rating"[^>]*aria-pressed="true"/);
  const tagged = await press(staff, id, { intent: "tag", tags: "Folk,  tender Voice,", seen: "" });
  expect(fieldValue(tagged.html, "tags")).toBe("folk, tender voice");
  const marks = { shortlisted: 1, rating: 4, tags: '["folk","tender voice"]' };
  expect(await findMarks(id)).toMatchObject(marks);
  for (const path of ["/submit/success", `/submission/${id}`])
    expect(await readPage(artist, path)).not.toMatch(/tender voice|shortlist|Rating/i);

  await press(staff, id, { intent: "unshortlist" });
  await press(staff, id, { intent: "rate", rating: "", seen: "4" });
  const cleared = await press(staff, id, { intent: "tag", tags: "", seen: "folk, tender voice" });
  expect(cleared.html).not.toContain("Clear the rating");
  expect(await findMarks(id)).toMatchObject({ shortlisted: 0, rating: null, tags: "[]" });
  const trail = pageText(await readPage(staff, `/staff/activity?subject=${id}`));
  for (const action of ["Put on shortlist", "Taken off shortlist", "Rating set", "Tags set"])
    expect(trail).toMatch(new RegExp(`${action} \\w+ \\d+, \\d+, .* by Rosa Vale`));
});

test("who marks after a colleague is told who was first, and keeps what they typed", async () => {
  const { id } = await submitRelease();
  const colleague = await staffMember("Bo Lind");
  await press(colleague, id, { intent: "shortlist" });
  await press(colleague, id, { intent: "rate", rating: "2", seen: "" });
  await press(colleague, id, { intent: "tag", tags: "quiet", seen: "" });
  const listed = await press(staff, id, { intent: "shortlist" });
  expect([listed.status, listed.text]).toEqual([
    409,
    expect.stringContaining("Bo Lind put this on the shortlist before you"),
  ]);
  const rated = await press(staff, id, { intent: "rate", rating: "5", seen: "" });
  expect([rated.status, rated.text]).toEqual([
    409,
    expect.stringMatching(/Bo Lind has changed this, .* Nothing of yours was saved/),
  ]);
  const tagged = await press(staff, id, { intent: "tag", tags: "loud", seen: "" });
  expect([tagged.status, tagged.text, fieldValue(tagged.html, "tags")]).toEqual([
    409,
    expect.stringMatching(/Bo Lind has changed this, .* See the current version/),
    "loud",
  ]);
  expect(await findMarks(id)).toMatchObject({ shortlisted: 1, rating: 2, tags: '["quiet"]' });
});

test.each([
  ["a rating above five", { intent: "rate", rating: "6", seen: "" }, 409, "from 1 to 5"],
  ["a rating that is none", { intent: "rate" }, 409, "from 1 to 5"],
  ["too many tags", { intent: "tag", tags: "a,b,c,d,e,f,g,h,i,j,k" }, 400, "at most 10 tags"],
  ["a long tag", { intent: "tag", tags: "x".repeat(31) }, 400, "at most 30 characters"],
  ["nobody", { intent: "assign", colleague: "" }, 400, "Choose a colleague from the list."],
  ["an artist", { intent: "assign", colleague: "artist:A-1" }, 400, "Choose a colleague"],
])("%s is refused, and nothing is written", async (_, fields, status, text) => {
  const { id } = await submitRelease();
  const reply = await press(staff, id, fields);
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)]);
  expect(await findMarks(id)).toEqual({ shortlisted: 0, rating: null, tags: "[]", name: null });
});

test("an entry is assigned to a colleague, whose frame counts it", async () => {
  const { id } = await submitRelease();
  const name = `Uma ${crypto.randomUUID().slice(0, 8)}`;
  const colleague = await staffMember(name);
  expect(pageText(await readPage(colleague, "/staff/mentions"))).toContain("Mine Mentions");
  const page = await readPage(staff, pagePath(id));
  const [, colleagueId = ""] = new RegExp(`<option value="([^"]*)"[^>]*>${name}`).exec(page) ?? [];
  const assigned = await press(staff, id, { intent: "assign", colleague: colleagueId });
  expect(assigned.text).toContain(`Owner ${name}`);
  expect(pageText(await readPage(colleague, "/staff/mentions"))).toContain("Mine 1 Mentions");
  const second = await press(await staffMember("Bo Lind"), id, {
    intent: "assign",
    colleague: colleagueId,
  });
  expect([second.status, second.text]).toEqual([
    409,
    expect.stringContaining(`${name} got this just before you`),
  ]);
});

test("a colleague who is mentioned in a note finds it, and has seen it once they open the entry", async () => {
  const { id } = await submitRelease();
  const first = `Ivo${crypto.randomUUID().slice(0, 8)}`;
  const colleague = await staffMember(`${first} Berg`);
  const text = `<b>@${first}</b> track 1 0:00 is good, call at 14:02`;
  const noted = await press(staff, id, { intent: "note", note: text });
  expect(noted.text).toContain(`<b> @${first} </b> track 1 0:00 is good, call at 14:02`);
  const { ids, links } = parsePage(noted.html);
  expect([ids.has("track-1-0"), links.includes("#track-1-0")]).toEqual([true, true]);
  expect(links.filter((link) => link.startsWith("#track-1-"))).toEqual(["#track-1-0"]);

  const list = await readPage(colleague, "/staff/mentions");
  expect(pageText(list)).toMatch(/Mentions 1 .*New.*Rosa Vale/);
  const link = parsePage(list).links.find((href) => href.includes(id)) ?? "";
  const [path = "", hash = ""] = link.split("#");
  const entry = await readPage(colleague, path);
  expect(parsePage(entry).ids.has(hash)).toBe(true);
  expect(pageText(entry)).not.toContain("Mentions 1");
  const seenList = pageText(await readPage(colleague, "/staff/mentions"));
  expect(seenList).toContain("Rosa Vale");
  expect(seenList).not.toMatch(/Mentions 1|New/);
});

test("the music of an entry of the waiting list is one link that tells nobody where it was opened", async () => {
  const link = "https://soundcloud.com/ola";
  const answers = JSON.stringify({ listenLink: link });
  const { id } = await waitingEntry(store, { artist_data: answers });
  const page = await readPage(staff, pagePath(id));
  const [button = ""] = /<a[^>]*aria-keyshortcuts="l"[^>]*>/.exec(page) ?? [];
  expect(button).toContain(`href="${link}"`);
  expect(button).toContain('rel="noreferrer noopener nofollow"');
  const evil = await waitingEntry(store, { artist_data: '{"listenLink":"javascript:alert(1)"}' });
  const evilPage = await readPage(staff, pagePath(evil.id));
  expect(evilPage).not.toContain('href="javascript:');
});

test("each form of the desk that one person posts twice has one answer, and counts once", async () => {
  // In a list of their own, as other tests decide about what comes next in the whole queue.
  const { id } = await submitRelease("Twice Lantern");
  await submitRelease("Twice Lantern");
  const decision = "intent=set&status=approved&reason=&revision=1&then=next";
  const forms: Record<string, string>[] = [
    { intent: "shortlist" },
    { intent: "unshortlist" },
    { intent: "rate", rating: "4", seen: "" },
    { intent: "tag", tags: "folk", seen: "" },
    { intent: "take" },
    { intent: "give-back" },
    { intent: "snooze", time: "week" },
    { intent: "unsnooze" },
    { intent: "note", note: "Posted twice" },
    { intent: "artist-note", artistNote: "We like it", seen: "" },
    { intent: "store-links", storeLinks: "https://store.example/1", seen: "" },
    Object.fromEntries(new URLSearchParams(decision)),
    { intent: "undo", decided: "2" },
    { intent: "set", status: "approved", reason: "", revision: "3" },
    { intent: "publish" },
    { intent: "unpublish" },
  ];
  const page = await readPage(staff, `${pagePath(id)}?q=Twice+Lantern`);
  // With the entry's place in the queue, from which the next one is found.
  const { action: path = "" } =
    parsePage(page).forms.find(({ action }) => action.startsWith(`${pagePath(id)}?`)) ?? {};
  expect(path).toMatch(/\?q=Twice\+Lantern&at=/);
  for (const fields of forms) {
    const replies = [await staff.post(path, fields), await staff.post(path, fields)];
    const [first, second] = replies.map((reply) => [reply.status, reply.headers.get("Location")]);
    expect([fields.intent, first?.[0]]).toEqual([fields.intent, 302]);
    expect([fields.intent, second]).toEqual([fields.intent, first]);
  }
  const trail = await store.rows(
    "SELECT action, count(*) AS n FROM audit WHERE subject = ? GROUP BY 1",
    id,
  );
  expect(trail.filter(({ action, n }) => n !== 1 && action !== "status-set")).toEqual([]);
  const [notes] = await store.rows("SELECT count(*) AS n FROM staff_notes WHERE item_id = ?", id);
  expect(notes?.n).toBe(1);
});
