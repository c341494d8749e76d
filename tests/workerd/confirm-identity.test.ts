import { expect, test } from "vitest";
import {
  confirmIdentity,
  createTestArtist,
  signedInArtist,
  signInArtist,
  staffMember,
  type TestArtist,
} from "../support/accounts";
import { openAppStores } from "../support/app-stores";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

/* A session may be stolen, so actions that give lasting access or destroy data require a confirmation. */

const inside = await openForFile(openAppStores);

const SIGN_INS = "/edit-profile/sign-ins";
const DATA = "/edit-profile/data";
const CONFIRM = "/edit-profile/confirm";
const WRONG = "22222-22222";
const confirmPath = (from: string) => `${CONFIRM}?to=${encodeURIComponent(from)}`;
const location = (reply: Response) => reply.headers.get("Location");
const countRows = async (sql: string, ...values: string[]) =>
  Number((await inside.rows(`SELECT count(*) AS n ${sql}`, ...values))[0]?.n);
const liveTokens = ({ id }: TestArtist) =>
  countRows("FROM artist_sessions WHERE artist_id = ? AND kind = 'token' AND ended_at IS NULL", id);
const makeToken = (visitor: Visitor, name = "Tour planner") =>
  visitor.post(SIGN_INS, { intent: "make-token", name });

/** Actions that a session alone cannot do: the request, the page that asks, and how often it happened. */
const guarded: {
  name: string;
  from: string;
  press: (visitor: Visitor, artist: TestArtist) => Promise<Response>;
  count: (artist: TestArtist) => Promise<number>;
}[] = [
  {
    name: "making a token",
    from: SIGN_INS,
    press: (visitor) => makeToken(visitor),
    count: liveTokens,
  },
  {
    name: "asking for another address",
    from: "/edit-profile",
    press: async (visitor, { id }) => {
      const [row] = await inside.rows("SELECT version FROM artists WHERE id = ?", id);
      const fields = { artistName: "Sigrid Vale", email: `new-${id.toLowerCase()}@example.com` };
      return visitor.post("/edit-profile", { ...fields, version: String(row?.version) });
    },
    count: ({ id }) =>
      countRows("FROM artist_links WHERE artist_id = ? AND kind = 'new-email'", id),
  },
  {
    name: "asking for a deletion",
    from: DATA,
    press: (visitor, { artistId }) => visitor.post(DATA, { intent: "delete", confirm: artistId }),
    count: ({ id }) =>
      countRows("FROM data_requests WHERE artist_id = ? AND kind = 'deletion'", id),
  },
  {
    name: "taking everything along",
    from: DATA,
    press: (visitor) => visitor.post(`${DATA}/download`, {}),
    count: ({ id }) => countRows("FROM data_requests WHERE artist_id = ? AND kind = 'export'", id),
  },
];

test.each(guarded)("$name first requires the code or a mailed link", async (row) => {
  const { artist, visitor } = await signedInArtist();
  const refusal = await row.press(visitor, artist);
  expect([refusal.status, location(refusal)]).toEqual([302, confirmPath(row.from)]);
  expect(await row.count(artist)).toBe(0);
  const reply = await confirmIdentity(visitor, artist, row.from);
  expect([reply.status, location(reply)]).toEqual([302, `${row.from}?confirmed`]);
  await (await row.press(visitor, artist)).arrayBuffer();
  expect(await row.count(artist)).toBe(1);
});

test.each(guarded.slice(0, 1))(
  "$name requires it again ten minutes later, and in every other browser",
  async (row) => {
    const { artist, visitor } = await signedInArtist();
    const other = new Visitor();
    await signInArtist(other, artist);
    await confirmIdentity(visitor, artist);
    expect(location(await row.press(other, artist))).toBe(confirmPath(row.from));
    const past = new Date(Date.now() - 10 * 60_000).toISOString();
    await inside.rows(
      "UPDATE artist_sessions SET confirmed_at = ? WHERE artist_id = ? AND confirmed_at IS NOT NULL",
      ...[past, artist.id],
    );
    expect(location(await row.press(visitor, artist))).toBe(confirmPath(row.from));
    expect(await row.count(artist)).toBe(0);
  },
);

test("a typed address stays in its field during the confirmation", async () => {
  const { artist, visitor } = await signedInArtist();
  const fields = {
    artistName: "Sigrid Vale",
    city: "Cork",
    email: "later@example.com",
    version: "1",
  };
  await visitor.post("/edit-profile", fields);
  const html = await (await visitor.send("/edit-profile")).text();
  expect(html).toContain('value="later@example.com"');
  const [row] = await inside.rows("SELECT email, profile FROM artists WHERE id = ?", artist.id);
  expect([row?.email, JSON.parse(String(row?.profile)).city]).toEqual([artist.email, "Cork"]);
});

test("only a few wrong codes are allowed, and they do not block other sign-ins of the artist", async () => {
  const { artist, visitor } = await signedInArtist();
  const stranger = await createTestArtist();
  for (const invitationCode of ["", WRONG, stranger.invitationCode]) {
    const reply = await confirmIdentity(visitor, { invitationCode });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('aria-invalid="true"');
  }
  for (let n = 0; n < 4; n++) await confirmIdentity(visitor, { invitationCode: WRONG });
  const locked = await confirmIdentity(visitor, artist);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(60);
  expect(location(await makeToken(visitor))).toBe(confirmPath(SIGN_INS));
  const ownVisitor = new Visitor();
  await signInArtist(ownVisitor, artist);
  expect((await confirmIdentity(ownVisitor, artist)).status).toBe(302);
});

test("of many simultaneous wrong codes only the allowed number is compared", async () => {
  const { artist, visitor } = await signedInArtist();
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => confirmIdentity(visitor, { invitationCode: WRONG })),
  );
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
  expect((await confirmIdentity(visitor, artist)).status).toBe(429);
});

async function mailedLink(visitor: Visitor, { email }: TestArtist, to = SIGN_INS) {
  const reply = await visitor.post(CONFIRM, { intent: "link", to });
  expect(location(reply)).toContain(`${CONFIRM}?sent&to=`);
  const [mail] = await inside.rows(
    `SELECT text_body AS text FROM mail_outbox WHERE recipient = ? AND kind = 'confirm-link'
      ORDER BY id DESC`,
    email,
  );
  return /\/login\/confirm\/\S+/.exec(String(mail?.text))?.[0] ?? "";
}

test("a link is sent to the account's address, and works once, only in the browser that requested it", async () => {
  const { artist, visitor } = await signedInArtist();
  const link = await mailedLink(visitor, artist);
  const elsewhere = new Visitor();
  await signInArtist(elsewhere, artist);
  const { visitor: anotherArtist } = await signedInArtist();
  for (const browser of [new Visitor(), elsewhere, anotherArtist]) {
    expect((await browser.send(link)).status).toBe(403);
    expect((await browser.post(link, {})).status).toBe(403);
  }
  // Opening the page does not use the link up.
  for (let n = 0; n < 2; n++) expect((await visitor.send(link)).status).toBe(200);
  expect(location(await makeToken(visitor))).toBe(confirmPath(SIGN_INS));
  const replies = await Promise.all([1, 2, 3].map(() => visitor.post(link, {})));
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 404, 404]);
  expect(location(await makeToken(elsewhere))).toBe(confirmPath(SIGN_INS));
  expect((await makeToken(visitor)).status).toBe(200);
  expect((await visitor.send(link)).status).toBe(404);
});

test("a link is invalid once the account has another address, and leads only to pages that require it", async () => {
  const { artist, visitor } = await signedInArtist();
  const link = await mailedLink(visitor, artist, "https://evil.example/");
  expect(link).not.toContain("evil");
  const evil = await visitor.post(link.replace(/\?.*/, "?to=//evil.example"), {});
  expect(location(evil)).toBe("/edit-profile?confirmed");
  const late = await mailedLink(visitor, artist);
  await inside.rows("UPDATE artists SET email = ? WHERE id = ?", `x-${artist.email}`, artist.id);
  expect((await visitor.post(late, {})).status).toBe(404);
});

test("each session can request only a few links", async () => {
  const { artist, visitor } = await signedInArtist();
  for (let n = 0; n < 3; n++) await mailedLink(visitor, artist);
  expect((await visitor.post(CONFIRM, { intent: "link", to: SIGN_INS })).status).toBe(429);
  const ownVisitor = new Visitor();
  await signInArtist(ownVisitor, artist);
  await mailedLink(ownVisitor, artist);
});

test("ending a session ends its confirmation, whatever happens at the same moment", async () => {
  const { artist, visitor } = await signedInArtist();
  const ownVisitor = new Visitor();
  await signInArtist(ownVisitor, artist);
  await confirmIdentity(visitor, artist);
  await Promise.all([
    ...[1, 2, 3].map(() => makeToken(visitor)),
    ownVisitor.post(SIGN_INS, { intent: "end-others" }),
    ...[4, 5, 6].map(() => makeToken(visitor)),
  ]);
  expect(location(await makeToken(visitor))).toContain("/login");
  await ownVisitor.post(SIGN_INS, { intent: "end-others" });
  expect(await liveTokens(artist)).toBe(0);
});

test("a new code ends it too, and at most twenty tokens are made, however many requests come at once", async () => {
  const { artist, visitor } = await signedInArtist();
  await confirmIdentity(visitor, artist);
  await Promise.all(Array.from({ length: 24 }, (_, n) => makeToken(visitor, `program ${n}`)));
  expect(await liveTokens(artist)).toBe(20);
  const staff = await staffMember("Ida Confirm");
  await staff.post(`/staff/artists/${artist.id}`, { intent: "new-code" });
  expect(location(await makeToken(visitor))).toContain("/login");
});

test("the account's address gets a mail for every new token, without its name", async () => {
  const { artist, visitor } = await signedInArtist();
  await confirmIdentity(visitor, artist);
  await makeToken(visitor, "My <b>program</b>");
  const mails = await inside.rows(
    "SELECT subject, text_body AS text FROM mail_outbox WHERE recipient = ? AND kind = 'token-made'",
    artist.email,
  );
  expect(mails).toHaveLength(1);
  expect(String(mails[0]?.text)).toContain(SIGN_INS);
  expect(String(mails[0]?.text)).not.toContain("program</b>");
});

test("the page says what it requires, and offers no link when none could be mailed", async () => {
  const { artist, visitor } = await signedInArtist();
  const html = await (await visitor.send(confirmPath(SIGN_INS))).text();
  expect(pageText(html)).toContain("You want to make a token.");
  expect(pageText(html)).toContain(`Invitation code of ${artist.artistId}`);
  expect(pageText(html)).not.toContain("Email me a link");
});
