import { expect, test } from "vitest";
import { formatIsrc } from "~/platform/formats/isrc";
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

test("an album without AI is asked once; else each track may differ", async () => {
  const { visitor, path } = await releaseInProgress(["Tide", "Ebb"]);
  const save = async (change: object) => {
    await visitor.post(path, { ...completeDetails(), ...change, intent: "save" });
    return await (await visitor.send(path)).text();
  };
  const asked = (html: string) => html.match(/name="[^"]*aiParts.vocals"/g);
  expect(asked(await save({ ai: "no" }))).toEqual(['name="aiParts.vocals"']);
  const html = await save({
    ai: "yes",
    "tracks[1].id": "track-2",
    "tracks[1].aiParts.vocals": "all",
  });
  expect(asked(html)).toEqual([
    'name="aiParts.vocals"',
    'name="tracks[0].aiParts.vocals"',
    'name="tracks[1].aiParts.vocals"',
  ]);
  expect(html).not.toContain("Say which parts AI made");
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
    "tracks[0].iswc": "t0345246801",
    ...{ ai: "yes", aiNote: "Its chorus, with a text generator" },
    ...{ "aiParts.lyrics": "all", "tracks[0].aiParts.lyrics": "partly" },
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
  expect(review).toContain("Partly: Its chorus, with a text generator");
  expect(review).not.toContain(evil);
  const zip = await (await staff.send(`/staff/submissions/${id}/package`)).text();
  expect(zip).toContain("details: ISRC");
  expect(zip).toContain('"Version": "Live"');
  expect(zip).toContain('"ISWC": "T-034.524.680-1"');
  expect(zip).toContain('"Made by AI": "Partly: Lyrics partly"');

  // Changed after sending: the sent version counts until it is sent again.
  await visitor.post(path, { ...whole, labelName: "Other", intent: "save" });
  expect(await page(await visitor.send(path))).toContain("You have changed it since.");
  expect(JSON.parse(String((await storedDetails(id))?.sent)).details.labelName).toBe(evil);
  await visitor.post(path, { ...whole, labelName: "Other", intent: "send" });
  expect(JSON.parse(String((await storedDetails(id))?.sent)).details.labelName).toBe("Other");
  // A button pressed again and again fills nobody's mailbox.
  expect(await store.rows(alertSql, id)).toHaveLength(1);
});

test("staff read what a release lacks for a message, and download it once nothing does", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const staff = await staffMember("Rosa");
  const findLacks = async () => {
    const text = await page(await staff.send(`/staff/delivery/${id}`));
    return ["The UPC", "its ISRC"].filter((lack) => text.includes(lack));
  };
  const messagePath = `/staff/submissions/${id}/message`;
  expect(await findLacks()).toEqual(["The UPC", "its ISRC"]);
  const refusal = await staff.send(messagePath);
  expect([refusal.status, await refusal.text()]).toEqual([
    409,
    expect.stringContaining("It lacks: The UPC;"),
  ]);
  const upc = nextEan();
  const isrc = nextIsrc();
  const fields = completeDetails({ upc, assignUpc: "", "tracks[0].isrc": isrc, intent: "send" });
  expect((await visitor.post(path, fields)).status).toBe(302);
  expect(await findLacks()).toEqual([]);
  const message = await staff.send(messagePath);
  expect([message.status, message.headers.get("Content-Disposition")]).toEqual([
    200,
    `attachment; filename="${upc}.xml"`,
  ]);
  const xml = await message.text();
  for (const part of [
    `<ICPN>${upc}</ICPN>`,
    `<ISRC>${isrc}</ISRC>`,
    "<PartyId>PADPIDA2026113001A</PartyId>",
    "<MessageControlType>TestMessage</MessageControlType>",
    "<Algorithm>SHA-256</Algorithm>",
  ])
    expect(xml).toContain(part);
  const audit = await store.rows(
    "SELECT action FROM audit WHERE subject = ? AND action = 'message-downloaded'",
    id,
  );
  expect(audit).toHaveLength(1);
});

test("a wrong ISWC is advised against, keeps nothing from being sent, and goes nowhere", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const fields = completeDetails({ "tracks[0].iswc": "T-034.524.680-2", intent: "send" });
  expect((await visitor.post(path, fields)).status).toBe(302);
  expect(await page(await visitor.send(path))).toContain("The last digit of this ISWC doesn't fit");
  const staff = await staffMember("Rosa");
  const zip = await (await staff.send(`/staff/submissions/${id}/package`)).text();
  expect(zip).not.toMatch(/034\.?524/);
});

test("a songwriter types an own IPI number by the link, and the package has it and a guest's ISNI", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const asked = { ...splitsFor(email, { "people[1].ipi": "14107338" }), intent: "ask" };
  expect((await visitor.post(`${path}/splits`, asked)).status).toBe(302);
  const [link = ""] = await splitLinks(email);
  const writer = new Visitor();
  const type = async (ipi: string) => {
    const text = await page(await writer.post(link, { intent: "ipi", ipi }));
    expect(text).toContain("Saved.");
    return text;
  };
  expect(await type("52210041")).toContain("Until it's right, we leave it out.");
  expect(await type("IPI 52210040")).not.toContain("we leave it out");
  expect(await (await writer.send(link)).text()).toContain('value="IPI 52210040"');

  const guest = { "people[0].name": "Bea Okafor", "people[0].isni": "0000 0001 2146 438X" };
  const sent = await visitor.post(path, { ...completeDetails(), ...guest, intent: "send" });
  expect(sent.status).toBe(302);
  expect(await (await visitor.send(path)).text()).toContain('value="0000 0001 2146 438X"');
  const staff = await staffMember("Rosa");
  expect(await page(await staff.send(`/staff/submissions/${id}`))).toContain(
    "IPI number Bea Okafor 00052210040",
  );
  const zip = await (await staff.send(`/staff/submissions/${id}/package`)).text();
  expect(zip).toMatch(/"isni": "000000012146438X",\s+"ipi": "00052210040"/);

  await store.rows("UPDATE submissions SET status = 'live' WHERE id = ? RETURNING id", id);
  const late = await writer.post(link, { intent: "ipi", ipi: "" });
  expect([late.status, await page(late)]).toEqual([409, expect.stringContaining("moved on")]);
});

test("open rights questions keep nothing from being sent, and staff and package have them", async () => {
  const { visitor, path, id } = await releaseInProgress();
  const start = await page(await visitor.send(path));
  for (const gap of ["Work for hire", "Cover version", "Samples"])
    expect(start).toContain(`${gap}: not answered`);
  const rights = {
    workForHire: "no",
    "tracks[0].cover": "yes",
    "tracks[0].coverWriters": "Ida Holm",
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
  expect(text).toContain("Original songwriters Ida Holm");
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
  const known = `Another release of yours has this title with the ISRC ${formatIsrc(isrc)}.`;
  expect(await page(await album.visitor.send(album.path))).toContain(known);
  const unrelated = await releaseInProgress();
  expect(await page(await unrelated.visitor.send(unrelated.path))).not.toContain(known);
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
