import { expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { pageText } from "../support/page-parts";
import { releaseInProgress, splitLinks, splitsFor } from "../support/published-release";
import { Visitor } from "../support/visitor";

const store = openStoreReader();
const page = async (reply: Response) => pageText(await reply.text());
const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.com`;
/** The keys of the open questions of a link; where none is open, of those that were answered. */
const questions = async (link: string) => {
  const html = await (await new Visitor().send(link)).text();
  const [answers = "", bar] = html.split('aria-label="Confirm"');
  return [...(bar ?? answers).matchAll(/name="question" value="([^"]+)"/g)].flatMap(
    ([, keys = ""]) => keys.split(","),
  );
};
/** The field of one question. */
const question = async (link: string) => ({ question: (await questions(link))[0] ?? "" });
const answer = (link: string, keys: readonly string[], fields: Record<string, string>) =>
  new Visitor().post(link, { question: keys.join(), ...fields });
const states = async (id: string) => {
  const sql =
    "SELECT state FROM split_confirmations WHERE submission_id = ? ORDER BY track_id, created_at";
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
  expect(pageText(html)).toContain("Ada Byron 60% 40%");
  expect(html).not.toMatch(/<script(?! id="post-once")/);
  expect(await states(id)).toEqual(["waiting"]);

  const first = await question(link);
  const confirmReply = await writer.post(link, { ...first, intent: "confirm" });
  expect(await page(confirmReply)).toContain("Done. You have confirmed your share.");
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
  expect(await page(disputeReply)).toContain("1 is with Sigrid Vale");
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

  const newShares = { "same[0].percentage": "50", "same[1].percentage": "50" };
  await visitor.post(`${path}/splits`, { ...splitsFor(email, newShares), intent: "ask" });
  expect(await states(id)).toEqual(["replaced", "waiting"]);
  // The older link opens the new question, too.
  expect(await question(link)).toEqual(await question((await splitLinks(email)).at(-1) ?? ""));
  const [, newer = ""] = await splitLinks(email);
  expect(newer).not.toBe(link);

  await store.rows("UPDATE submissions SET status = 'processing' WHERE id = ? RETURNING id", id);
  const lateReply = await writer.post(newer, { ...(await question(newer)), intent: "confirm" });
  expect(lateReply.status).toBe(409);
  expect(await page(await writer.send(newer))).toContain("This release has moved on");
  expect(await states(id)).toEqual(["replaced", "waiting"]);
});

test("no songwriter is asked about solo work, whoever a page or call names", async () => {
  const { visitor, path, id } = await releaseInProgress(["Night Ferry", "Ebb"]);
  const solo = `UPDATE submissions SET form_data = json_set(form_data,
    '$.tracks[0].metadata.soloWork', json('true')) WHERE id = ? RETURNING id`;
  await store.rows(solo, id);
  const email = anAddress();
  const fields = {
    ...splitsFor(email),
    "tracks[0].id": "track-1",
    "tracks[0].own": "on",
    "tracks[0].shares[0].percentage": "10",
    "tracks[0].shares[1].percentage": "90",
  };
  const reply = await visitor.send(`/api/release-details/${id}/splits`, {
    method: "PUT",
    body: new URLSearchParams({ ...fields, version: "new" }),
  });
  expect(reply.status).toBe(200);
  expect(await page(await visitor.send(`${path}/splits`))).toContain(
    "1 Night Ferry Solo work: nobody to ask",
  );
  expect((await visitor.post(`${path}/splits`, { ...fields, intent: "ask" })).status).toBe(302);
  expect(await splitLinks(email)).toHaveLength(1);
  const asked = "SELECT track_id, share FROM split_confirmations WHERE submission_id = ?";
  expect(await store.rows(asked, id)).toEqual([{ track_id: "track-2", share: 40 }]);
});

test("shares that were stored by track are shown, and what was answered of them holds", async () => {
  const { visitor, path, id } = await releaseInProgress(["Night Ferry", "Ebb"]);
  const email = anAddress();
  const save = await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  expect(save.status).toBe(302);
  const [link = ""] = await splitLinks(email);
  await answer(link, await questions(link), { intent: "confirm" });
  const writer = (firstName: string, lastName: string, percentage: string, change: object) => ({
    ...{ id: `writer-${firstName}`, firstName, lastName, percentage, email: "", me: false },
    ...change,
  });
  const writers = [
    writer("Ada", "Byron", "60", { me: true }),
    writer("Bea", "Okafor", "40", { email }),
  ];
  const tracks = ["track-1", "track-2"].map((track) => ({ id: track, writers }));
  await store.rows(
    `UPDATE release_details SET answers = json_set(answers, '$.splits', json(?))
      WHERE submission_id = ? RETURNING version`,
    ...[JSON.stringify({ tracks }), id],
  );
  const html = await (await visitor.send(`${path}/splits`)).text();
  expect(html).toContain(`value="${email}"`);
  expect(pageText(html)).toContain("Confirmed: 2 tracks");
  expect(pageText(html)).toContain("Nobody is left to ask about these shares.");
  const again = await visitor.post(`${path}/splits`, { intent: "ask" });
  expect([again.headers.get("Location"), await states(id)]).toEqual([
    expect.stringContaining("nobody-new"),
    ["confirmed", "confirmed"],
  ]);
});

test("a row is changed, split and counted by posting alone", async () => {
  const { visitor, path, id } = await releaseInProgress(["Night Ferry", "Ebb"]);
  const email = anAddress();
  const post = async (fields: Record<string, string>) => {
    const reply = await visitor.post(`${path}/splits`, { ...splitsFor(email), ...fields });
    return [reply.status, await reply.text()] as const;
  };
  const [, closed] = [200, await (await visitor.send(`${path}/splits`)).text()];
  expect(closed).not.toContain("tracks[1].shares[0].percentage");
  const [status, opened] = await post({ intent: "change:track-2" });
  expect(status).toBe(200);
  expect(opened).toMatch(/name="tracks\[1\]\.shares\[1\]\.percentage"[^>]*value="40"/);
  const own = {
    "tracks[0].id": "track-2",
    "tracks[0].own": "on",
    "tracks[0].shares[0].percentage": "50",
    "tracks[0].shares[1].percentage": "40",
  };
  const [refused, html] = await post({ ...own, intent: "ask" });
  expect([refused, pageText(html)]).toEqual([400, expect.stringContaining("2 Ebb Need 10% more")]);
  expect(pageText(html)).toContain("Track 2: Need 10% more");
  expect(await splitLinks(email)).toEqual([]);
  const [, even] = await post({ intent: "even" });
  expect(even).toMatch(/name="same\[1\]\.percentage"[^>]*value="50"/);
  const whole = { ...own, "tracks[0].shares[1].percentage": "50" };
  const asked = await visitor.post(`${path}/splits`, {
    ...splitsFor(email),
    ...whole,
    intent: "ask",
  });
  expect(asked.status).toBe(302);
  const rows = "SELECT share FROM split_confirmations WHERE submission_id = ? ORDER BY track_id";
  expect(await store.rows(rows, id)).toEqual([{ share: 40 }, { share: 50 }]);
});

test("songwriters of an earlier release are added with their addresses by one press", async () => {
  const earlier = await releaseInProgress();
  const iven = { firstName: "Iven", lastName: "Sorel", email: anAddress() };
  await earlier.visitor.post(`${earlier.path}/splits`, {
    ...splitsFor(anAddress(), {
      "people[2].firstName": iven.firstName,
      "people[2].lastName": iven.lastName,
      "people[2].email": iven.email,
    }),
    intent: "save",
  });
  const { visitor, path } = await releaseInProgress(["Ebb"], earlier);
  const html = await (await visitor.send(`${path}/splits`)).text();
  expect(pageText(html)).toContain("From your releases: + Address of Bea Okafor + Iven Sorel");
  const intent = `person:${JSON.stringify(iven)}`;
  const reply = await visitor.post(`${path}/splits`, { ...splitsFor(""), intent });
  const added = await reply.text();
  expect([reply.status, added]).toEqual([200, expect.stringContaining(`value="${iven.email}"`)]);
  expect(pageText(added)).not.toContain("+ Iven Sorel");
  const stranger = await releaseInProgress();
  const other = await stranger.visitor.send(`${stranger.path}/splits`);
  expect(await other.text()).not.toContain("Iven");
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
  expect(pageText(await html())).toContain("Each songwriter gets one email with one link");
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

test("an artist is told of ten disputes of one letter a day, and every one of them counts", async () => {
  const titles = Array.from({ length: 11 }, (_, index) => `Song ${index + 1}`);
  const { visitor, path, id } = await releaseInProgress(titles);
  const email = anAddress();
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  const [link = ""] = await splitLinks(email);
  for (const key of await questions(link))
    await answer(link, [key], { intent: "dispute", note: "No" });
  expect(await states(id)).toEqual(titles.map(() => "disputed"));
  const mails = await store.rows(
    "SELECT id FROM mail_outbox WHERE submission_id = ? AND kind = 'split-dispute'",
    id,
  );
  expect(mails).toHaveLength(10);
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
  const asked = await question(link);
  await store.rows(
    "UPDATE split_confirmations SET created_at = '2026-01-01T00:00:00.000Z' WHERE submission_id = ? RETURNING id",
    id,
  );
  expect(await page(await new Visitor().send(link))).toContain("This link has expired.");
  const late = await new Visitor().post(link, { ...asked, intent: "confirm" });
  expect(late.status).toBe(409);
  expect(await states(id)).toEqual(["waiting"]);
  expect(await page(await visitor.send(`${path}/splits`))).toContain("Not answered");
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  expect(await states(id)).toEqual(["replaced", "waiting"]);
});

const BOTH = ["Night Ferry", "Ebb", "Tide"];
/** The shares of an album by track, with what Bea has of each. */
const albumShares = (email: string, beaShares: readonly string[]): Record<string, string> => ({
  ...splitsFor(email),
  ...Object.fromEntries(
    beaShares.flatMap((share, index) => {
      const track = `tracks[${index}]`;
      return [
        [`${track}.id`, `track-${index + 1}`],
        [`${track}.own`, "on"],
        [`${track}.shares[0].percentage`, String(100 - Number(share))],
        [`${track}.shares[1].percentage`, share],
      ];
    }),
  ),
});

test("one link shows every track in order, confirms all at once, and keeps one that is wrong open", async () => {
  const { visitor, path, id } = await releaseInProgress(BOTH);
  const email = anAddress();
  const ask = (shares: string[]) =>
    visitor.post(`${path}/splits`, { ...albumShares(email, shares), intent: "ask" });
  await ask(["40", "50", "0"]);
  const links = await splitLinks(email);
  expect([links.length, await states(id)]).toEqual([1, ["waiting", "waiting"]]);
  const [link = ""] = links;
  const html = await (await new Visitor().send(link)).text();
  const text = pageText(html);
  expect(text).toContain("You wrote on 2 of 3 tracks.");
  // The artwork opens without an account, by its address alone.
  const [, artwork = ""] = /<img src="(\/files\/previews\/[^"]+)"/.exec(html) ?? [];
  const picture = await new Visitor().send(artwork.replaceAll("&amp;", "&"));
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  expect((await new Visitor().send(artwork.split("?")[0] ?? "")).status).toBe(404);
  expect(text).toContain("2 of 2 are open.");
  expect(text.indexOf("1 Night Ferry Ada Byron 60% 40%")).toBeGreaterThan(0);
  expect(text.indexOf("2 Ebb Ada Byron 50% 50%")).toBeGreaterThan(text.indexOf("1 Night Ferry"));
  expect(text.indexOf("3 Tide Ada Byron 100% none")).toBeGreaterThan(text.indexOf("2 Ebb"));

  const [first, second] = await questions(link);
  if (!first || !second) throw new Error("two questions");
  await answer(link, [second], { intent: "dispute", note: "We said 60." });
  const half = await page(await new Visitor().send(link));
  expect(half).toContain("1 of 2 is open. 1 is with Sigrid Vale, as you said something is wrong.");
  const confirmed = await page(await answer(link, await questions(link), { intent: "confirm" }));
  expect(confirmed).toContain("You have confirmed 1 of 2. 1 is with Sigrid Vale");
  expect(confirmed).not.toContain("Done.");
  expect(await states(id)).toEqual(["confirmed", "disputed"]);

  // Only the changed share is asked about again, and the older link shows it, too.
  await ask(["40", "60", "0"]);
  expect(await states(id)).toEqual(["confirmed", "replaced", "waiting"]);
  const newest = (await splitLinks(email)).at(-1) ?? "";
  expect(newest).not.toBe(link);
  for (const way of [link, newest])
    expect(await page(await new Visitor().send(way))).toContain("1 of 2 is open.");
  const done = await page(await answer(link, await questions(link), { intent: "confirm" }));
  expect(done).toContain("Done. You have confirmed all 2.");
});

test("confirming all while the artist changes a share never confirms the changed one", async () => {
  const { visitor, path, id } = await releaseInProgress(BOTH);
  const email = anAddress();
  const ask = (shares: string[]) =>
    visitor.post(`${path}/splits`, { ...albumShares(email, shares), intent: "ask" });
  await ask(["40", "50", "0"]);
  const [link = ""] = await splitLinks(email);
  const asked = await questions(link);
  const [reply] = await Promise.all([
    answer(link, asked, { intent: "confirm" }),
    ask(["40", "60", "0"]),
  ]);
  expect(await states(id)).toEqual(["confirmed", "replaced", "waiting"]);
  // Whichever came first, the answer says what counted.
  const told = reply.status === 200 ? "We have stored your answer" : "Not all of this was counted";
  expect(await page(reply)).toContain(told);
  const [row] = await store.rows(
    "SELECT share FROM split_confirmations WHERE submission_id = ? AND state = 'waiting'",
    id,
  );
  expect(row?.share).toBe(60);
});

test("a track that turns out to be a cover version is confirmed by nobody", async () => {
  const { visitor, path, id } = await releaseInProgress(["Night Ferry", "Ebb"]);
  const email = anAddress();
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  const [link = ""] = await splitLinks(email);
  const details = { "tracks[0].id": "track-1", "tracks[0].cover": "yes", intent: "save" };
  await visitor.post(path, details);
  const html = await page(await new Visitor().send(link));
  expect(html).toContain("You wrote on 1 of 2 tracks.");
  expect(html).toContain("1 Night Ferry Cover version none");
  await answer(link, await questions(link), { intent: "confirm" });
  expect(await states(id)).toEqual(["waiting", "confirmed"]);
  expect(await page(await visitor.send(`${path}/splits`))).toContain(
    "1 Night Ferry Cover version: its songwriters are not asked",
  );
  const again = await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  expect(again.headers.get("Location")).toContain("nobody-new");
  expect(await states(id)).toEqual(["replaced", "confirmed"]);
  expect(await splitLinks(email)).toHaveLength(1);
});
