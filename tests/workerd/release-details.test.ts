import { expect, test } from "vitest";
import { signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { pageText } from "../support/page-parts";
import {
  completeDetails,
  nextEan,
  nextIsrc,
  releaseInProgress,
  splitLinks,
  splitsFor,
} from "../support/published-release";
import { Visitor } from "../support/visitor";

const store = openStoreReader();
const page = async (reply: Response) => pageText(await reply.text());
const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.com`;
const storedDetails = async (id: string) =>
  (await store.rows("SELECT * FROM release_details WHERE submission_id = ?", id))[0];

test("a release of another artist looks like a missing one; one with another status has its page", async () => {
  const [mine, theirs] = [await releaseInProgress(), await releaseInProgress()];
  const answers = await Promise.all(
    [theirs.path, "/release-details/no-such-release"].map(async (path) => {
      const reply = await mine.visitor.send(path);
      const text = (await reply.text()).replaceAll(path, "PATH").replace(/nonce="[^"]*"/g, "");
      return [reply.status, text.replace(/[\w-]{20,}/g, "")];
    }),
  );
  expect(answers[0]?.[0]).toBe(404);
  expect(answers[0]).toEqual(answers[1]);
  await store.rows("UPDATE submissions SET status = 'live' WHERE id = ? RETURNING id", mine.id);
  const redirect = await mine.visitor.send(mine.path);
  expect([redirect.status, redirect.headers.get("Location")]).toEqual([
    302,
    `/submission/${mine.id}`,
  ]);
  const late = await mine.visitor.post(mine.path, { ...completeDetails(), intent: "send" });
  expect([late.status, await page(late)]).toEqual([409, expect.stringContaining("has moved on")]);
  expect(await storedDetails(mine.id)).toBeUndefined();
});

test("the details link to the release's status, and show the team's note", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const staff = await staffMember("Rosa");
  const bare = await (await visitor.send(path)).text();
  // By the id of its item, once the board has one.
  const [, where = ""] = /<a href="(\/submission\/[^"]+)">Progress/.exec(bare) ?? [];
  expect(await page(await visitor.send(where))).toContain("Progress");
  expect(pageText(bare)).not.toContain("A note from the team");
  const artistNote = "We miss the ISRC of <b>track 1</b>.";
  await staff.post(`/staff/submissions/${id}`, { intent: "artist-note", artistNote });
  expect(await page(await visitor.send(path))).toContain(`A note from the team ${artistNote}`);
  const whole = await page(await visitor.send(where));
  for (const text of ["Progress", "Media Files", "Complete Release Details", artistNote])
    expect(whole).toContain(text);
});

test("languages are offered by their English names and their own, and an unknown code is refused", async () => {
  const { visitor, path } = await releaseInProgress();
  const html = await (await visitor.send(path)).text();
  const [list = ""] = /<datalist id="languages">.*?<\/datalist>/s.exec(html) ?? [];
  for (const [name, own] of [
    ["Breton", "brezhoneg"],
    ["Japanese", "日本語"],
  ])
    expect(list).toContain(`<option value="${name}">${own}</option>`);
  expect(html).toMatch(
    /<input[^>]* list="languages"[^>]* name="otherLanguages"|name="otherLanguages"[^>]* list="languages"/,
  );
  const fields = { ...completeDetails(), otherLanguages: "Breton, qq", intent: "send" };
  const refused = await visitor.post(path, fields);
  expect([refused.status, await page(refused)]).toEqual([
    400,
    expect.stringContaining("We don't know the language code “qq”. Write its name instead."),
  ]);
});

test("when staff set a release to processing its artist gets a link to its details", async () => {
  const { visitor, id } = await releaseInProgress();
  const staff = await staffMember("Rosa");
  const set = async (status: string) => {
    const [row] = await store.rows("SELECT revision FROM review_items WHERE id = ?", id);
    const fields = { intent: "set", status, reason: "", revision: String(row?.revision) };
    expect((await staff.post(`/staff/submissions/${id}`, fields)).status).toBe(302);
  };
  await set("processing");
  await set("in progress");
  const [mail] = await store.rows(
    `SELECT recipient, text_body AS text FROM mail_outbox WHERE submission_id = ?
      AND kind = 'status-change' ORDER BY id DESC LIMIT 1`,
    id,
  );
  const [way = ""] = /\/release-details\/\S+/.exec(String(mail?.text)) ?? [];
  expect((await visitor.send(way)).status).toBe(200);
  // A visitor who is not signed in gets there after signing in.
  const nobody = await new Visitor().send(way);
  expect(nobody.headers.get("Location")).toBe(`/login?to=${encodeURIComponent(way)}`);
});

test("missing details are shown, typed values stay, and complete details reach board, package and team", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const evil = '"><script>alert(1)</script>';
  const half = { ...completeDetails({ labelName: evil, ai: "" }), intent: "send" };
  const refusal = await visitor.post(path, half);
  expect(refusal.status).toBe(400);
  const html = await refusal.text();
  expect(html).not.toContain(evil);
  expect(pageText(html)).toContain("Say whether AI made any of it");
  expect((await storedDetails(id))?.sent_at).toBeNull();
  expect(await (await visitor.send(path)).text()).toContain("&lt;script&gt;");

  const isrc = nextIsrc();
  const whole = completeDetails({
    "tracks[0].isrc": isrc,
    labelName: evil,
    "tracks[0].version": "Live",
  });
  const sendReply = await visitor.post(path, { ...whole, intent: "send" });
  expect([sendReply.status, sendReply.headers.get("Location")]).toEqual([302, `${path}?said=sent`]);
  expect(await page(await visitor.send(path))).toContain("We have this version.");
  const jobs = await store.rows(
    // The mirror may have the board written anew just then, too.
    "SELECT id FROM jobs WHERE submission_id = ? AND type = 'sync-board' AND request_id = ?",
    ...[id, sendReply.headers.get("x-request-id") ?? ""],
  );
  expect(jobs).toHaveLength(1);
  const alertSql =
    "SELECT id FROM mail_outbox WHERE submission_id = ? AND dedupe_key LIKE 'staff-alert:details-sent:%'";
  expect(await store.rows(alertSql, id)).toHaveLength(1);

  const staff = await staffMember("Rosa");
  const review = await (await staff.send(`/staff/submissions/${id}`)).text();
  expect(review).toContain("Live");
  expect(review).not.toContain(evil);
  const zip = await (await staff.send(`/staff/submissions/${id}/package`)).text();
  expect(zip).toContain("details: ISRC");
  expect(zip).toContain('"Version": "Live"');

  // Changed after sending: the sent version counts until it is sent again.
  await visitor.post(path, { ...whole, labelName: "Other", intent: "save" });
  expect(await page(await visitor.send(path))).toContain("You have changed it since.");
  expect(JSON.parse(String((await storedDetails(id))?.sent)).details.labelName).toBe(evil);
  await visitor.post(path, { ...whole, labelName: "Other", intent: "send" });
  expect(JSON.parse(String((await storedDetails(id))?.sent)).details.labelName).toBe("Other");
  // A button pressed again and again fills nobody's mailbox.
  expect(await store.rows(alertSql, id)).toHaveLength(1);
});

test("open rights questions keep nothing from being sent, and staff and package have them", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const start = await page(await visitor.send(path));
  for (const gap of ["Work for hire", "Cover version", "Samples"])
    expect(start).toContain(`${gap}: not answered`);
  const rights = {
    workForHire: "no",
    "tracks[0].cover": "yes",
    "tracks[0].samples": "no",
  };
  const details = completeDetails(rights);
  const saved = await visitor.send(`/api/release-details/${id}/details`, {
    method: "PUT",
    body: new URLSearchParams({ ...details, version: "new" }),
  });
  expect(saved.status).toBe(200);
  const half = await page(await visitor.send(path));
  expect(half).toContain("Cover version: no licence given");
  expect(half).not.toContain("not answered");
  expect((await visitor.post(path, { ...details, intent: "send" })).status).toBe(302);

  const staff = await staffMember("Rosa");
  const review = async () => page(await staff.send(`/staff/submissions/${id}`));
  const gap = "Track 1, Night Ferry: Cover version: no licence given";
  expect(await review()).toContain(`Rights: ask the artist about ${gap}`);
  const zip = await (await staff.send(`/staff/submissions/${id}/package`)).text();
  expect(zip).toContain("rights gaps");
  expect(zip).toContain(`"rightsGaps": [\n      "${gap}"\n    ]`);

  const licence = "https://licences.example/night-ferry";
  const proved = { ...details, "tracks[0].coverProof": licence, intent: "send" };
  expect((await visitor.post(path, proved)).status).toBe(302);
  expect(await page(await visitor.send(path))).not.toContain("Still to answer about rights");
  const text = await review();
  expect(text).not.toContain("Rights: ask the artist about");
  expect(text).toContain(`Cover version Yes: ${licence}`);
});

test("a code of another release is refused, the same recording of the same artist is not", async () => {
  const first = await releaseInProgress();
  const isrc = nextIsrc();
  const codes = { "tracks[0].isrc": isrc, upc: nextEan(), assignUpc: "", intent: "send" };
  expect((await first.visitor.post(first.path, completeDetails(codes))).status).toBe(302);
  const stranger = await releaseInProgress();
  const refusal = await stranger.visitor.post(stranger.path, completeDetails(codes));
  const text = await page(refusal);
  expect(refusal.status).toBe(400);
  expect(text).toContain("Another recording has this ISRC.");
  expect(text).toContain("Another release has this UPC.");
  const album = await releaseInProgress(["Night Ferry"], first);
  const again = { "tracks[0].isrc": isrc, intent: "send" };
  expect((await album.visitor.post(album.path, completeDetails(again))).status).toBe(302);
  const other = await releaseInProgress(["Another Song"], first);
  expect((await other.visitor.post(other.path, completeDetails(again))).status).toBe(400);
});

test("two releases that send one code at once: one has it", async () => {
  const isrc = nextIsrc();
  const both = [await releaseInProgress(), await releaseInProgress()];
  const replies = await Promise.all(
    both.map(({ visitor, path }) =>
      visitor.post(path, completeDetails({ "tracks[0].isrc": isrc, intent: "send" })),
    ),
  );
  expect(replies.map(({ status }) => status).filter((status) => status === 302)).toHaveLength(1);
});

test("two tabs detect each other's changes, and typed values are autosaved", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const save = (fields: Record<string, string>) =>
    visitor.send(`/api/release-details/${id}/details`, {
      method: "PUT",
      body: new URLSearchParams(fields),
    });
  const first = await save(completeDetails({ labelName: "One", version: "new" }));
  const { version } = (await first.json()) as { version: string };
  expect(first.status).toBe(200);
  const second = await save(completeDetails({ labelName: "Two", version: "new" }));
  expect([second.status, await second.json()]).toEqual([
    409,
    expect.objectContaining({ conflict: true, version }),
  ]);
  // The other page is outdated.
  const shares = await visitor.post(`${path}/splits`, {
    ...splitsFor(""),
    version: "new",
    intent: "save",
  });
  expect(shares.status).toBe(302);
  const details = completeDetails({ labelName: "Two", version: "new", intent: "send" });
  const conflictReply = await visitor.post(path, details);
  expect(conflictReply.status).toBe(409);
  const text = await conflictReply.text();
  expect(pageText(text)).toContain("Two versions of this page");
  expect(text).toContain('value="Two"');
  const savedFields = { ...details, intent: "keep-mine", newerVersion: version };
  expect((await visitor.post(path, savedFields)).status).toBe(302);
  expect(JSON.parse(String((await storedDetails(id))?.answers)).details.labelName).toBe("Two");
  const stranger = (await signedInArtist()).visitor;
  const theirs = await stranger.send(`/api/release-details/${id}/details`, {
    method: "PUT",
    body: new URLSearchParams(details),
  });
  expect(theirs.status).toBe(404);
});

const question = async (link: string) => {
  const html = await (await new Visitor().send(link)).text();
  return {
    question: /name="question" value="([^"]+)"/.exec(html)?.[1] ?? "",
    seen: /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "",
  };
};
const states = async (id: string) => {
  const sql = "SELECT state FROM split_confirmations WHERE submission_id = ? ORDER BY id";
  return (await store.rows(sql, id)).map(({ state }) => state);
};

test("a songwriter is asked once, confirms, changes their mind with a reason, and both sides hear of it", async () => {
  const { visitor, path, id, artist } = await releaseInProgress();
  const email = anAddress();
  const request = { ...splitsFor(email), intent: "ask" };
  const requestReplies = await Promise.all([
    visitor.post(`${path}/splits`, request),
    visitor.post(`${path}/splits`, request),
  ]);
  expect(requestReplies.some(({ status }) => status === 302)).toBe(true);
  const [link = "", ...rest] = await splitLinks(email);
  expect(rest).toEqual([]);
  expect(await states(id)).toEqual(["waiting"]);
  const [row] = await store.rows("SELECT * FROM split_confirmations WHERE submission_id = ?", id);
  expect(JSON.stringify(row)).not.toContain(link.slice(7));

  const writer = new Visitor();
  const reply = await writer.send(link);
  const html = await reply.text();
  expect(reply.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(pageText(html)).toContain("Bea Okafor (you)");
  expect(html).not.toMatch(/<script(?! id="post-once")/);
  expect(await states(id)).toEqual(["waiting"]);

  const first = await question(link);
  const confirmReply = await writer.post(link, { ...first, intent: "confirm" });
  expect(await page(confirmReply)).toContain("You have confirmed your share.");
  expect(await states(id)).toEqual(["confirmed"]);
  const stale = await writer.post(link, { ...first, intent: "dispute", note: "No" });
  expect([stale.status, await page(stale)]).toEqual([
    409,
    expect.stringContaining("This wasn't counted"),
  ]);

  const second = await question(link);
  const empty = await writer.post(link, { ...second, intent: "dispute", note: " " });
  expect([empty.status, await page(empty)]).toEqual([
    400,
    expect.stringContaining("Say what is wrong"),
  ]);
  const note = "<b>Half</b> is mine";
  const disputeReply = await writer.post(link, { ...second, intent: "dispute", note });
  expect(await page(disputeReply)).toContain("You have disputed your share");
  const mails = await store.rows(
    `SELECT kind, address FROM mail_outbox WHERE submission_id = ?
      AND (kind = 'split-dispute' OR subject LIKE '%disputes a share%') ORDER BY kind`,
    id,
  );
  expect(mails.map(({ kind }) => kind)).toEqual(["split-dispute", "staff-alert"]);
  expect(mails[0]?.address).toBe(artist.email);
  const mine = await (await visitor.send(`${path}/splits`)).text();
  expect(mine).toContain("&lt;b&gt;Half&lt;/b&gt; is mine");
  const staff = await staffMember("Rosa");
  const review = await (await staff.send(`/staff/submissions/${id}`)).text();
  expect(pageText(review)).toContain("Bea Okafor 40% (disputed:");

  const newShares = {
    "tracks[0].writers[0].percentage": "50",
    "tracks[0].writers[1].percentage": "50",
  };
  await visitor.post(`${path}/splits`, { ...splitsFor(email, newShares), intent: "ask" });
  expect(await states(id)).toEqual(["replaced", "waiting"]);
  expect(await page(await writer.send(link))).toContain("The artist changed these shares");
  const [, newer = ""] = await splitLinks(email);
  expect(newer).not.toBe(link);

  await store.rows("UPDATE submissions SET status = 'processing' WHERE id = ? RETURNING id", id);
  const lateReply = await writer.post(newer, { ...(await question(newer)), intent: "confirm" });
  expect(lateReply.status).toBe(404);
  expect(await page(await writer.send(newer))).toContain("This release has moved on");
  expect(await states(id)).toEqual(["replaced", "waiting"]);
});

test("no songwriter is asked about solo work, whoever a page or call names", async () => {
  const { visitor, path, id } = await releaseInProgress(["Night Ferry", "Ebb"]);
  const solo = `UPDATE submissions SET form_data = json_set(form_data,
    '$.tracks[0].metadata.soloWork', json('true')) WHERE id = ? RETURNING id`;
  await store.rows(solo, id);
  const [soloEmail, writerEmail] = [anAddress(), anAddress()];
  const second = (name: string) => name.replace("tracks[0]", "tracks[1]");
  const fields = {
    ...splitsFor(soloEmail),
    ...Object.fromEntries(
      Object.entries(splitsFor(writerEmail)).map(([name, value]) => [second(name), value]),
    ),
    "tracks[1].id": "track-2",
  };
  const writers = async () => {
    const { tracks } = JSON.parse(String((await storedDetails(id))?.answers)).splits;
    return tracks.map(({ writers: of }: { writers: unknown[] }) => of.length);
  };
  const reply = await visitor.send(`/api/release-details/${id}/splits`, {
    method: "PUT",
    body: new URLSearchParams({ ...fields, version: "new" }),
  });
  expect([reply.status, await writers()]).toEqual([200, [0, 2]]);
  for (const intent of ["save", "add:track-1"]) {
    await visitor.post(`${path}/splits`, { ...fields, intent });
    expect(await writers()).toEqual([0, 2]);
  }
  expect((await visitor.post(`${path}/splits`, { ...fields, intent: "ask" })).status).toBe(302);
  expect([await splitLinks(soloEmail), (await splitLinks(writerEmail)).length]).toEqual([[], 1]);
  expect(await states(id)).toEqual(["waiting"]);
  // Stored data from before does not count, either.
  const before = `UPDATE release_details SET answers = json_set(answers, '$.splits.tracks[0].writers',
    json_extract(answers, '$.splits.tracks[1].writers')) WHERE submission_id = ? RETURNING version`;
  await store.rows(before, id);
  const html = await (await visitor.send(`${path}/splits`)).text();
  expect(html).not.toContain("tracks[0].writers");
});

test("a release of only solo work says so once, without explaining requests", async () => {
  const { visitor, path, id } = await releaseInProgress(["Night Ferry", "Ebb"]);
  const html = async () => (await visitor.send(`${path}/splits`)).text();
  const solo = (track: number) =>
    store.rows(
      `UPDATE submissions SET form_data = json_set(form_data,
        '$.tracks[${track}].metadata.soloWork', json('true')) WHERE id = ? RETURNING id`,
      id,
    );
  await solo(0);
  expect(pageText(await html())).toContain("Type each songwriter's email address");
  await solo(1);
  const page = await html();
  expect(pageText(page).match(/solo work/g)).toHaveLength(1);
  expect(page).not.toMatch(/email address|Ask them|name="intent"/);
  expect(page).toMatch(/href="\/release-details\/[^"/]+"/);
});

test("confirming and disputing at once counts as one answer, and the other press is told", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const email = anAddress();
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  const [link = ""] = await splitLinks(email);
  const questionFields = await question(link);
  const replies = await Promise.all([
    new Visitor().post(link, { ...questionFields, intent: "confirm" }),
    new Visitor().post(link, { ...questionFields, intent: "dispute", note: "No" }),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [state] = await states(id);
  expect(state).toBe(replies[0]?.status === 200 ? "confirmed" : "disputed");
  const mails = await store.rows(
    "SELECT id FROM mail_outbox WHERE submission_id = ? AND kind = 'split-dispute'",
    id,
  );
  expect(mails).toHaveLength(state === "disputed" ? 1 : 0);
});

test("an address gets three of these mails a day, whoever asks, and the page says so", async () => {
  const email = anAddress();
  for (let number = 0; number < 4; number++) {
    const { visitor, path } = await releaseInProgress();
    const reply = await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
    expect(reply.status).toBe(number < 3 ? 302 : 409);
    if (number === 3) expect(await page(reply)).toContain("at most 3 of these emails a day");
  }
  const letters = await store.rows(
    "SELECT id FROM mail_outbox WHERE address = ? AND kind = 'split-request'",
    email,
  );
  expect(letters).toHaveLength(3);
  // The count is stored without the address.
  const rateWindows = await store.rows(
    "SELECT key FROM rate_windows WHERE key LIKE 'split-letters %'",
  );
  expect(rateWindows.length).toBeGreaterThanOrEqual(3);
  expect(rateWindows.filter(({ key }) => String(key).includes("@"))).toEqual([]);
});

test("a link that is cut off, or has expired, says what to do", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const email = anAddress();
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  const [link = ""] = await splitLinks(email);
  const reply = await new Visitor().send(link.slice(0, -2));
  expect([reply.status, await page(reply)]).toEqual([
    404,
    expect.stringContaining("A part of it may be missing"),
  ]);
  const { question: questionId, seen } = await question(link);
  await store.rows(
    "UPDATE split_confirmations SET created_at = '2026-01-01T00:00:00.000Z' WHERE submission_id = ? RETURNING id",
    id,
  );
  expect(await page(await new Visitor().send(link))).toContain("This link has expired.");
  const late = await new Visitor().post(link, { question: questionId, seen, intent: "confirm" });
  expect(late.status).toBe(409);
  expect(await states(id)).toEqual(["waiting"]);
  expect(await page(await visitor.send(`${path}/splits`))).toContain("Not answered");
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  expect(await states(id)).toEqual(["replaced", "waiting"]);
});
