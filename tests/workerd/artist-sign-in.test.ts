import { expect, test } from "vitest";
import { sha256Hex } from "~/platform/hash";
import {
  createTestArtist,
  latestSignInLink,
  makeToken,
  signedInArtist,
  signInArtist,
  staffMember,
} from "../support/accounts";
import { openAppStores, openStoreReader, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { artistAnswers, neighbours, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const location = (reply: Response) => [reply.status, reply.headers.get("Location")];
const SIGN_INS = "/edit-profile/sign-ins";
const IN = [200, null];
const OUT = [302, "/login?to=%2Fedit-profile%2Fsign-ins"];
const opens = async (visitor: Visitor) => location(await visitor.send(SIGN_INS));
const WRONG = "22222-22222";
/** Another visitor at the same network address. */
const sameNetwork = ({ base, address }: Visitor) => new Visitor(base, address);
const readText = async (reply: Response) => pageText(await reply.text());

test("an artist signs in with their artist id and invitation code, however they are typed", async () => {
  const { artistId, invitationCode } = await createTestArtist();
  const credentials = {
    artistId: ` ${artistId.toLowerCase().replace("-", " ")}`,
    invitationCode: invitationCode.toLowerCase().replace("-", ""),
  };
  const visitor = new Visitor();
  const reply = await signInArtist(visitor, credentials);
  expect(location(reply)).toEqual([302, "/dashboard"]);
  expect(reply.headers.get("Set-Cookie")).toMatch(
    /^artist=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const [row] = await inside.rows(
    "SELECT token_hash FROM artist_sessions WHERE token_hash = ?",
    await hashToken(visitor),
  );
  expect(row).toBeDefined();
});

/** The token in a cookie of the app, as it is stored. */
function hashToken({ cookie }: Visitor): Promise<string> {
  const [, value = ""] = cookie.split("=", 2);
  return sha256Hex(String(JSON.parse(atob(decodeURIComponent(value)))));
}

test("after signing in, a visitor comes back to the portal page they opened", async () => {
  const artist = await createTestArtist();
  const visitor = new Visitor();
  expect(location(await visitor.send(`${SIGN_INS}?x=1`))).toEqual([302, `${OUT[1]}%3Fx%3D1`]);
  const form = await (await visitor.send(`${OUT[1]}%3Fx%3D1`)).text();
  expect(fieldValue(form, "to")).toBe(`${SIGN_INS}?x=1`);
  expect(form).not.toMatch(/<script(?! id="post-once")/);
  const reply = await signInArtist(visitor, artist, `${SIGN_INS}?x=1`);
  expect(location(reply)).toEqual([302, `${SIGN_INS}?x=1`]);
  expect(await opens(visitor)).toEqual(IN);
  expect(location(await visitor.send("/login"))).toEqual([302, "/dashboard"]);
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "a return address of %j leads to the dashboard instead",
  async (to) => {
    const artist = await createTestArtist();
    expect(location(await signInArtist(new Visitor(), artist, to))).toEqual([302, "/dashboard"]);
  },
);

test("errors appear at their fields in the specified words, and the typed values stay", async () => {
  const [first, second] = [await createTestArtist(), await createTestArtist()];
  const signInTexts = async (artistId: string, invitationCode: string) => {
    const visitor = new Visitor();
    const reply = await signInArtist(visitor, { artistId, invitationCode });
    const html = await reply.text();
    expect([reply.status, visitor.cookie]).toEqual([400, ""]);
    expect(fieldValue(html, "artistId")).toBe(artistId);
    expect(html).toContain("<title>Error: Sign in");
    return ["artistId", "invitationCode"].map(
      (name) => new RegExp(`id="${name}-error"[^>]*>(?:<[^>]*>)*([^<]*)`).exec(html)?.[1],
    );
  };
  const ID = "Invalid artist ID";
  const MISSING = "Please verify your invitation code";
  expect(await signInTexts("A-222222", first.invitationCode)).toEqual([ID, undefined]);
  expect(await signInTexts("<b>nonsense", first.invitationCode)).toEqual([ID, undefined]);
  expect(await signInTexts("", "")).toEqual([ID, MISSING]);
  expect(await signInTexts(first.artistId, " - ")).toEqual([undefined, MISSING]);
  expect(await signInTexts(first.artistId, second.invitationCode)).toEqual([
    undefined,
    "Invalid invitation code",
  ]);
});

test("ten wrong codes, simultaneous or not, lock that id for that address; other ids and addresses work", async () => {
  const [artist, friend] = [await createTestArtist(), await createTestArtist()];
  const visitor = new Visitor();
  const tries = await Promise.all(
    Array.from({ length: 24 }, () =>
      signInArtist(sameNetwork(visitor), { ...artist, invitationCode: WRONG }),
    ),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([
    ...Array(10).fill(400),
    ...Array(14).fill(429),
  ]);
  const lockedReply = await signInArtist(sameNetwork(visitor), artist);
  expect([lockedReply.status, lockedReply.headers.get("Set-Cookie")]).toEqual([429, null]);
  const wait = Number(lockedReply.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(600);
  expect(wait).toBeLessThanOrEqual(900);
  const html = await lockedReply.text();
  expect(fieldValue(html, "artistId")).toBe(artist.artistId);
  expect(pageText(html)).toMatch(
    /Too many wrong codes for this artist ID .* (?:at|on \w+ \d+, \d{4},) \d\d:\d\d UTC\./,
  );
  expect(location(await signInArtist(sameNetwork(visitor), friend))).toEqual([302, "/dashboard"]);
  expect(location(await signInArtist(new Visitor(), artist))).toEqual([302, "/dashboard"]);
});

test("an id that nobody has is locked like any other", async () => {
  const visitor = new Visitor();
  const nobody = { artistId: "A-333333", invitationCode: WRONG };
  for (let n = 0; n < 10; n++)
    expect((await signInArtist(sameNetwork(visitor), nobody)).status).toBe(400);
  expect((await signInArtist(sameNetwork(visitor), nobody)).status).toBe(429);
});

test("guessing codes of many ids from one address is stopped, whatever sign-ins happen in between", async () => {
  const own = await createTestArtist();
  const visitor = new Visitor();
  const ids = Array.from({ length: 42 }, (_, n) => `A-4444${"23456789"[n % 8]}${"2345678"[n % 7]}`);
  const statuses: number[] = [];
  for (const [n, artistId] of ids.entries()) {
    const guess = { artistId, invitationCode: WRONG };
    statuses.push((await signInArtist(sameNetwork(visitor), guess)).status);
    // A successful sign-in resets only the tries for its own account.
    if (n % 20 === 19) await signInArtist(sameNetwork(visitor), own);
  }
  expect(statuses.indexOf(429)).toBe(40);
  expect((await signInArtist(sameNetwork(visitor), own)).status).toBe(429);
});

test("guessing codes of one id from all addresses of a network is stopped, simultaneous or not", async () => {
  const { artist, visitor } = await signedInArtist();
  const nextVisitor = neighbours();
  const guess = () => signInArtist(nextVisitor(), { ...artist, invitationCode: WRONG });
  const tries = await Promise.all(Array.from({ length: 50 }, guess));
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(40);
  const lockedReply = await signInArtist(nextVisitor(), artist);
  expect(lockedReply.status).toBe(429);
  expect(await readText(lockedReply)).toContain(
    "Too many wrong codes for this artist ID came from networks close to yours.",
  );
  expect(location(await signInArtist(sameNetwork(visitor), artist))).toEqual([302, "/dashboard"]);
});

test("despite wrong codes from other networks, a right code from a new network signs in, and so does a link", async () => {
  const artist = await createTestArtist();
  const guess = () => signInArtist(new Visitor(), { ...artist, invitationCode: WRONG });
  for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 25 }, guess));
  expect(location(await signInArtist(new Visitor(), artist))).toEqual([302, "/dashboard"]);
  expect(location(await requestLink(new Visitor(), artist.email))).toEqual([302, "/login?sent"]);
  const link = await latestSignInLink(artist);
  expect(location(await new Visitor().post(link, {}))).toEqual([302, "/dashboard"]);
});

const requestLink = (visitor: Visitor, email: string, to = "/dashboard") =>
  visitor.post("/login", { intent: "link", email, to });

test("a mailed link signs in once, when its button is pressed: opening it uses nothing up", async () => {
  const artist = await createTestArtist();
  const visitor = new Visitor();
  expect(
    location(await requestLink(visitor, artist.email.toUpperCase(), "/submission/12345")),
  ).toEqual([302, "/login?sent"]);
  const link = await latestSignInLink(artist);
  for (const method of ["GET", "HEAD", "GET"]) {
    const reply = await visitor.send(link, { method, headers: { "Sec-Purpose": "prefetch" } });
    expect([reply.status, reply.headers.get("Set-Cookie")]).toEqual([200, null]);
    expect(reply.headers.get("Referrer-Policy")).toBe("no-referrer");
    const html = await reply.text();
    expect(html).not.toContain(artist.email);
    expect(html).not.toMatch(/<script(?! id="post-once")/);
  }
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => new Visitor().post(link, { a: "b" })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410, 410, 410]);
  const winningReply = replies.find(({ status }) => status === 302);
  expect(winningReply?.headers.get("Location")).toBe("/submission/12345");
  const member = new Visitor();
  member.cookie = winningReply?.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  expect(await opens(member)).toEqual(IN);
  const repeated = await visitor.send(link);
  expect(repeated.status).toBe(410);
  expect(await readText(repeated)).toContain("This link has been used");
});

test("requesting a link does not reveal who has an account", async () => {
  const artist = await createTestArtist();
  const replies = await Promise.all(
    [artist.email, `nobody-${artist.email}`].map((email) => requestLink(new Visitor(), email)),
  );
  const answers = replies.map((reply) => [...location(reply), reply.headers.get("Set-Cookie")]);
  expect(answers).toEqual([
    [302, "/login?sent", null],
    [302, "/login?sent", null],
  ]);
  await latestSignInLink(artist);
  const [{ n } = {}] = await inside.rows(
    "SELECT count(*) AS n FROM mail_outbox WHERE recipient = ?",
    `nobody-${artist.email}`,
  );
  expect(n).toBe(0);
});

test.each([
  ["that is too old", "UPDATE artist_links SET expires_at = '2020' WHERE artist_id = ?"],
  ["to an address that is theirs no more", "UPDATE artists SET email = id WHERE id = ?"],
])("a link %s signs nobody in", async (_, sql) => {
  const artist = await createTestArtist();
  await requestLink(new Visitor(), artist.email);
  const link = await latestSignInLink(artist);
  await openStoreReader().rows(`${sql} RETURNING 1`, artist.id);
  const visitor = new Visitor();
  expect([(await visitor.send(link)).status, (await visitor.post(link, {})).status]).toEqual([
    410, 410,
  ]);
  expect(visitor.cookie).toBe("");
});

/** How many mails with a link an artist has got; they are sent after the page's response. */
const linkMails = async ({ email }: { email: string }) =>
  (
    await inside.rows(
      "SELECT id FROM mail_outbox WHERE recipient = ? AND kind = 'sign-in-link'",
      email,
    )
  ).length;
const waitForMails = (artist: { email: string }, count: number) =>
  pollUntil(async () => ((await linkMails(artist)) >= count ? count : undefined));

test("an artist gets a link despite three mails that anybody can cause", async () => {
  const artist = await createTestArtist();
  for (let n = 0; n < 3; n++) {
    const artistData = {
      ...artistAnswers,
      email: artist.email,
      listenLink: `https://soundcloud.com/vale/${crypto.randomUUID()}`,
    };
    expect((await new Visitor().json("/api/waiting-list", { artistData })).status).toBe(200);
  }
  const waitingMails = "SELECT id FROM mail_outbox WHERE recipient = ? AND kind = 'waiting-list'";
  await pollUntil(async () =>
    (await inside.rows(waitingMails, artist.email)).length === 3 ? true : undefined,
  );
  await requestLink(new Visitor(), artist.email);
  await waitForMails(artist, 1);
  const link = await latestSignInLink(artist);
  expect(location(await new Visitor().post(link, {}))).toEqual([302, "/dashboard"]);
});

test("strangers have an artist sent three links a day; where the artist signed in before they get one, all with the same token", async () => {
  const { artist, visitor } = await signedInArtist();
  await requestLink(new Visitor(), artist.email);
  await waitForMails(artist, 1);
  await Promise.all(Array.from({ length: 8 }, () => requestLink(new Visitor(), artist.email)));
  await waitForMails(artist, 3);
  await requestLink(sameNetwork(visitor), artist.email);
  await waitForMails(artist, 4);
  const mails = await inside.rows(
    "SELECT text_body AS text, requester FROM mail_outbox WHERE recipient = ? AND kind = 'sign-in-link'",
    artist.email,
  );
  expect(mails.map(({ requester }) => requester).sort()).toEqual([
    ...Array(3).fill("anybody"),
    "owner",
  ]);
  const links = mails.map(({ text }) => /\/login\/link\/[\w-]+/.exec(String(text))?.[0]);
  expect(new Set(links).size).toBe(1);
  expect(location(await new Visitor().post(links[0] ?? "", {}))).toEqual([302, "/dashboard"]);
});

test("a network is limited to ten link requests; an artist who signed in there before still gets one", async () => {
  const { artist, visitor } = await signedInArtist();
  const nobody = () =>
    requestLink(sameNetwork(visitor), `nobody-${crypto.randomUUID()}@artists.example`);
  for (let n = 0; n < 10; n++) expect((await nobody()).status).toBe(302);
  const replies = [await nobody(), await requestLink(sameNetwork(visitor), artist.email)];
  expect(replies.map(({ status }) => status)).toEqual([429, 429]);
  const [first = "", second = ""] = await Promise.all(replies.map(readText));
  expect(first).toContain("Somebody asked for too many links from your network.");
  // It does not reveal whether the address has an account.
  const alert = (text: string) => /too many links[^.]*\. Try again in (?:[^.]*)\./.exec(text)?.[0];
  expect(alert(first)).toBeDefined();
  expect(alert(second)?.slice(0, 60)).toBe(alert(first)?.slice(0, 60));
  await waitForMails(artist, 1);
});

test("signing in with a link is not subject to limits that others in the network can use up", async () => {
  const artist = await createTestArtist();
  await requestLink(new Visitor(), artist.email);
  const link = await latestSignInLink(artist);
  const visitor = new Visitor();
  const guess = () => sameNetwork(visitor).send(`/login/link/${"x".repeat(43)}`);
  await Promise.all(Array.from({ length: 125 }, guess));
  expect((await guess()).status).toBe(429);
  expect((await sameNetwork(visitor).send(link)).status).toBe(200);
  expect(location(await sameNetwork(visitor).post(link, {}))).toEqual([302, "/dashboard"]);
});

test("a cookie planted before the sign-in is worthless after it", async () => {
  const attacker = await signedInArtist();
  const victim = new Visitor();
  victim.cookie = attacker.visitor.cookie;
  await signInArtist(victim, await createTestArtist());
  expect(victim.cookie).not.toBe(attacker.visitor.cookie);
  expect([await opens(victim), await opens(attacker.visitor)]).toEqual([IN, OUT]);
});

test("logging out also ends copies of the cookie, and pressing twice does no harm", async () => {
  const { visitor } = await signedInArtist();
  const stolen = sameNetwork(visitor);
  stolen.cookie = visitor.cookie;
  const reply = await visitor.post("/logout", {});
  expect(location(reply)).toEqual([302, "/"]);
  expect(reply.headers.get("Set-Cookie")).toContain("Max-Age=0");
  expect(await opens(stolen)).toEqual(OUT);
  expect((await stolen.send("/api/profile")).status).toBe(401);
  expect(location(await visitor.post("/logout", {}))).toEqual([302, "/"]);
});

const idsOn = (html: string) =>
  Array.from(html.matchAll(/name="session" value="([^"]+)"/g), ([, id = ""]) => id);

test("sign-ins are listed with their device, and ended one by one, or all", async () => {
  const { artist, visitor } = await signedInArtist();
  const phone = new Visitor();
  await phone.send("/login", {
    method: "POST",
    headers: { "User-Agent": "<b>Mozilla/5.0 (Android 14; Mobile) Firefox/128.0" },
    body: new URLSearchParams({ ...artist }),
  });
  const third = new Visitor();
  await signInArtist(third, artist);
  const html = await (await visitor.send(SIGN_INS)).text();
  expect(pageText(html)).toMatch(
    /Firefox on Android Signed in (\w+ \d+, \d{4}), until \w+ \d+, \d{4} Last used \1, \d\d:\d\d UTC/,
  );
  expect(html).not.toContain("<b>Mozilla");
  const [{ id } = {}] = await inside.rows(
    "SELECT id FROM artist_sessions WHERE token_hash = ?",
    await hashToken(phone),
  );
  expect(idsOn(html)).toContain(id);
  const end = (visitor: Visitor) => visitor.post(SIGN_INS, { intent: "end", session: String(id) });
  const stranger = await signedInArtist();
  expect(location(await end(stranger.visitor))).toEqual([302, `${SIGN_INS}?over`]);
  expect(await opens(phone)).toEqual(IN);
  expect(location(await end(visitor))).toEqual([302, `${SIGN_INS}?ended`]);
  expect([await opens(phone), await opens(third), await opens(visitor)]).toEqual([OUT, IN, IN]);
  await visitor.post(SIGN_INS, { intent: "end-others" });
  expect([await opens(third), await opens(visitor)]).toEqual([OUT, IN]);
  expect(location(await visitor.post(SIGN_INS, { intent: "end-all" }))).toEqual([
    302,
    "/login?out",
  ]);
  expect([await opens(visitor), await opens(stranger.visitor)]).toEqual([OUT, IN]);
});

const withToken = (token: string, path = "/api/profile", headers = {}) =>
  new Visitor().send(path, { headers: { Authorization: `Bearer ${token}`, ...headers } });

test("a token is shown once, reads the profile, opens no page, and is ended", async () => {
  const { artist, visitor } = await signedInArtist({ artistName: "Ada", name: "Ada Berg" });
  const token = await makeToken({ artist, visitor });
  const reply = await withToken(token);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({
    success: true,
    profile: { userId: artist.artistId, artistName: "Ada", name: "Ada Berg", picture: null },
  });
  expect(location(await withToken(token, SIGN_INS))).toEqual(OUT);
  // With a wrong token, a valid cookie does not help.
  const both = await withToken("x".repeat(43), "/api/profile", { Cookie: visitor.cookie });
  expect([both.status, await both.json()]).toEqual([
    401,
    { success: false, error: "Not authenticated", message: "Not authenticated" },
  ]);
  const html = await (await visitor.send(SIGN_INS)).text();
  expect(html).not.toContain(token);
  expect(pageText(html)).toContain("Tour <i>planner");
  expect(pageText(html)).toMatch(/Made \S.*, until .* Last used|Made \S.*, until .* Not used yet/);
  expect(pageText(html)).toContain("End Tour <i>planner");
  const [{ id } = {}] = await inside.rows(
    "SELECT id FROM artist_sessions WHERE token_hash = ?",
    await sha256Hex(token),
  );
  await visitor.post(SIGN_INS, { intent: "end", session: String(id) });
  expect((await withToken(token)).status).toBe(401);
});

test("a token beside a draft's cookie gives its account neither the draft nor the release", async () => {
  const Authorization = `Bearer ${await makeToken(await signedInArtist())}`;
  const visitor = await createDraftAt("review");
  const { id } = await findDraftRow(inside, visitor);
  const send = (method: string, path: string, body = {}) =>
    visitor.send(path, { method, headers: { Authorization }, body: new URLSearchParams(body) });
  const saved = await send("PUT", "/api/drafts/current/about", { bio: "Songs." });
  const recorded = await send("POST", "/api/submission/record", { intent: "submit" });
  expect([saved.status, recorded.status]).toEqual([200, 200]);
  const owners = await inside.rows(
    `SELECT d.artist_id AS draft, s.artist_id AS submission FROM drafts AS d
      JOIN submissions AS s ON s.draft_id = d.id WHERE d.id = ?`,
    id,
  );
  expect(owners).toEqual([{ draft: null, submission: null }]);
});

test("a new invitation code ends all sessions and tokens of the old one", async () => {
  const { artist, visitor } = await signedInArtist();
  const token = await makeToken({ artist, visitor });
  const staff = await staffMember("Ida Code");
  const page = `/staff/artists/${artist.id}`;
  expect(location(await staff.post(page, { intent: "new-code" }))).toEqual([302, `${page}?code`]);
  expect([await opens(visitor), (await withToken(token)).status]).toEqual([OUT, 401]);
  expect((await signInArtist(new Visitor(), artist)).status).toBe(400);
  const [mail] = await inside.rows(
    "SELECT text_body AS text FROM mail_outbox WHERE recipient = ? AND kind = 'account'",
    artist.email,
  );
  const [, invitationCode = ""] = /Invitation code: (\S+)/.exec(String(mail?.text)) ?? [];
  expect(location(await signInArtist(new Visitor(), { ...artist, invitationCode }))).toEqual([
    302,
    "/dashboard",
  ]);
  const auditEntries = await inside.rows(
    "SELECT action, detail FROM audit WHERE subject = ?",
    artist.id,
  );
  expect(auditEntries).toEqual([{ action: "account-code-changed", detail: artist.artistId }]);
});

test("the bar shows names as text: artist name, else name, else 'User'", async () => {
  const evil = `<img src=x onerror=alert(1)>"'&`;
  for (const [profile, expectedName] of [
    [{ artistName: evil, name: "Ada" }, evil],
    [{ artistName: " ", name: evil }, evil],
    [{ artistName: "", name: "" }, "User"],
  ] as const) {
    const { visitor } = await signedInArtist(profile);
    const html = await (await visitor.send(SIGN_INS)).text();
    expect(html).not.toContain("<img src=x");
    expect(pageText(html)).toContain(
      `Artist portal ${[...expectedName][0]?.toUpperCase()} ${expectedName}`,
    );
    for (const item of ["Dashboard", "My Profile", "Submit Music", "Logout"])
      expect(pageText(html)).toContain(item);
  }
});
