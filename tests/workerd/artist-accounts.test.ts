import { beforeAll, expect, test } from "vitest";
import { MemberVisitor, signedInArtist, signInArtist, staffMember } from "../support/accounts";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import { fieldValue, pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

let store: StoreReader;
let staff: Visitor;
beforeAll(async () => {
  store = openStoreReader();
  staff = await staffMember("Rosa Account");
});

const newEmail = () => `ada-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Creates a submission with an email address. @returns its id. */
async function submitRelease(email: string, visitor = new Visitor()): Promise<string> {
  const sender = await createDraftAt("review", { artistName: "Ada & <b>Sons", email }, visitor);
  const { id } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  return String(row?.id);
}

const setStatus = (id: string, status: string, reason = "") =>
  staff.post(`/staff/submissions/${id}`, { intent: "set", status, reason, revision: "1" });
const findAccounts = (email: string) =>
  store.rows("SELECT id, artist_id, profile FROM artists WHERE email = ?", email);
const accountMails = (email: string) =>
  store.rows(
    "SELECT text_body AS text, subject FROM mail_outbox WHERE recipient = ? AND kind = 'account'",
    email,
  );
const findOwner = async (id: string) =>
  (await store.rows("SELECT artist_id AS owner FROM submissions WHERE id = ?", id))[0]?.owner;

test("the first release that staff accept makes an account, and its mail lets the artist in", async () => {
  const email = newEmail();
  const [first, second] = [await submitRelease(email), await submitRelease(email)];
  expect(await findAccounts(email)).toEqual([]);
  expect((await setStatus(first, "rejected", "Not for us.")).status).toBe(302);
  expect(await findAccounts(email)).toEqual([]);
  expect((await setStatus(second, "approved")).status).toBe(302);
  const [account, ...others] = await findAccounts(email);
  expect(others).toEqual([]);
  expect(JSON.parse(String(account?.profile))).toMatchObject({
    artistName: "Ada & <b>Sons",
    country: "Ireland",
    city: "Cork",
  });
  expect([await findOwner(second), await findOwner(first)]).toEqual([account?.id, null]);
  const accountLines = (submissionId: string) =>
    findLogLines({ event: "account.made", submissionId });
  await expect.poll(() => accountLines(second).length).toBe(1);
  expect(accountLines(first)).toEqual([]);
  const [mail, ...rest] = await accountMails(email);
  expect(rest).toEqual([]);
  const [, artistId = ""] = /Artist ID: (\S+)/.exec(String(mail?.text)) ?? [];
  const [, invitationCode = ""] = /Invitation code: (\S+)/.exec(String(mail?.text)) ?? [];
  expect(artistId).toBe(account?.artist_id);
  const visitor = new Visitor();
  const reply = await signInArtist(visitor, { artistId, invitationCode });
  expect(reply.headers.get("Location")).toBe("/dashboard");
});

test("two releases accepted at once make one account, with one mail; both belong to it", async () => {
  const email = newEmail();
  const ids = [await submitRelease(email), await submitRelease(email)];
  await Promise.all(ids.map((id) => setStatus(id, "approved")));
  const [account, ...others] = await findAccounts(email);
  expect([others.length, (await accountMails(email)).length]).toEqual([0, 1]);
  expect(await Promise.all(ids.map(findOwner))).toEqual([account?.id, account?.id]);
});

test("staff create an account by hand and find it, with an audit entry; an address has one account", async () => {
  const email = newEmail();
  const make = () =>
    staff.post("/staff/artists", { artistName: `By hand ${email}`, name: "Ada", email });
  const replies = await Promise.all([make(), make()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 409]);
  const [account, ...others] = await findAccounts(email.toLowerCase());
  expect([others.length, (await accountMails(email)).length]).toEqual([0, 1]);
  const searchPage = await (
    await staff.send(`/staff/artists?q=${encodeURIComponent(email)}`)
  ).text();
  expect(searchPage).toContain(`/staff/artists/${account?.id}`);
  const page = pageText(await (await staff.send(`/staff/artists/${account?.id}`)).text());
  expect(page).toContain(String(account?.artist_id));
  expect(
    await store.rows("SELECT action FROM audit WHERE subject = ?", String(account?.id)),
  ).toEqual([{ action: "account-made" }]);
  const wrong = await staff.post("/staff/artists", { artistName: "<b>x", name: "", email: "no" });
  const html = await wrong.text();
  expect([wrong.status, fieldValue(html, "artistName")]).toEqual([400, "<b>x"]);
});

test("the wizard is prefilled for a signed-in artist, and their submission belongs to their account", async () => {
  const profile = { artistName: "Sigrid", name: "Sigrid Valentin Berg", country: "Norway" };
  const { artist, visitor } = await signedInArtist(profile);
  const member = new MemberVisitor(visitor.cookie);
  await member.send("/submit");
  const html = await (await member.send("/submit/artist")).text();
  expect(
    ["artistName", "firstName", "surname", "email"].map((name) => fieldValue(html, name)),
  ).toEqual(["Sigrid", "Sigrid", "Valentin Berg", artist.email]);
  expect(pageText(html)).toContain("Artist portal S Sigrid");
  expect(pageText(html)).toContain("We filled this in from your profile");
  const id = await submitRelease(newEmail(), new MemberVisitor(visitor.cookie));
  expect(await findOwner(id)).toBe(artist.id);
  const next = new MemberVisitor(visitor.cookie);
  await next.send("/submit");
  await next.send("/api/drafts/current/artist", { method: "PUT", body: new URLSearchParams() });
  const [draft] = await store.rows(
    "SELECT prefill FROM drafts WHERE artist_id = ? ORDER BY id DESC LIMIT 1",
    artist.id,
  );
  expect(JSON.parse(String(draft?.prefill))).toMatchObject({ primaryGenre: "Folk" });
});

test("only submissions with the artist's own address are offered, and the artist chooses to add them", async () => {
  const { artist, visitor } = await signedInArtist();
  const [own, remainingId, foreign] = [
    await submitRelease(artist.email.toUpperCase()),
    await submitRelease(artist.email),
    await submitRelease(newEmail()),
  ];
  const offer = await (await visitor.send("/dashboard/join")).text();
  expect(offer).toContain(`value="${own}"`);
  expect(offer).toContain(`value="${remainingId}"`);
  expect(offer).not.toContain(foreign);
  expect(offer).not.toContain("<b>Sons");
  const choice = new URLSearchParams([
    ["submission[]", own],
    ["submission[]", foreign],
  ]);
  const reply = await visitor.send("/dashboard/join", { method: "POST", body: choice });
  expect(reply.headers.get("Location")).toBe("/dashboard?tab=0&joined=1");
  const dashboardText = pageText(await (await visitor.send("/dashboard?tab=0&joined=1")).text());
  expect(dashboardText).toContain("1 submission was added to your account.");
  expect(dashboardText).toContain("1 submission was sent under your email address");
  expect([await findOwner(own), await findOwner(remainingId), await findOwner(foreign)]).toEqual([
    artist.id,
    null,
    null,
  ]);
});

test("calls return an artist's own submissions; those of others look like missing ones", async () => {
  const [first, second] = [await signedInArtist(), await signedInArtist()];
  const id = await submitRelease(first.artist.email);
  await store.rows(
    "UPDATE submissions SET artist_id = ?, monday_item_id = ? WHERE id = ? RETURNING id",
    ...[first.artist.id, `77${Date.now()}`, id],
  );
  const [{ item } = {}] = await store.rows(
    "SELECT monday_item_id AS item FROM submissions WHERE id = ?",
    id,
  );
  const path = (path: unknown) => `/api/profile/submissions/${path}`;
  for (const submissionPath of [id, item]) {
    const reply = await first.visitor.send(path(submissionPath));
    const { success, submission } = (await reply.json()) as {
      success: boolean;
      submission: { mediaLinks: string[]; artworkUrl: string };
    };
    expect([reply.status, success]).toEqual([200, true]);
    expect(submission).toMatchObject({
      mondayItemId: item,
      id,
      releaseTitle: "Night Ferry",
      releaseType: "single",
      status: "pending",
    });
    const link = new URL(submission.mediaLinks[0] ?? "");
    expect((await new Visitor().send(link.pathname + link.search)).status).toBe(200);
  }
  const readReply = async (visitor: Visitor, submission: string) => {
    const reply = await visitor.send(path(submission));
    const headers = [...reply.headers.keys()].sort().filter((name) => name !== "x-request-id");
    return [reply.status, await reply.text(), headers];
  };
  const nothing = await readReply(second.visitor, "nonsense");
  expect(nothing.slice(0, 2)).toEqual([
    404,
    '{"success":false,"error":"Submission not found","message":"Submission not found"}',
  ]);
  for (const path of [id, String(item), "0".repeat(26), "%00", "'--"])
    expect(await readReply(second.visitor, path)).toEqual(nothing);
  const nobody = await readReply(new Visitor(), id);
  expect(nobody.slice(0, 2)).toEqual([
    401,
    '{"success":false,"error":"Not authenticated","message":"Not authenticated"}',
  ]);
  expect(await readReply(new Visitor(), "nonsense")).toEqual(nobody);
  const noId = await second.visitor.send("/api/profile/submissions");
  expect([noId.status, ((await noId.json()) as { message: string }).message]).toEqual([
    400,
    "No submission ID provided",
  ]);
});
