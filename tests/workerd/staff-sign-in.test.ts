import { expect, test } from "vitest";
import { sha256Hex } from "~/platform/hash";
import { signIn, staffMember } from "../support/accounts";
import { openAppStores } from "../support/app-stores";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import { neighbours, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const location = (reply: Response) => [reply.status, reply.headers.get("Location")];
const IN = [200, null];
const OUT = [302, "/staff/sign-in?to=%2Fstaff"];
const opens = async (visitor: Visitor) => location(await visitor.send("/staff"));
/** The token in a cookie of the app, as it is stored. */
function hashToken({ cookie }: Visitor): Promise<string> {
  const [, value = ""] = cookie.split("=", 2);
  return sha256Hex(String(JSON.parse(atob(decodeURIComponent(value)))));
}
const findAuditEntries = (name: string) =>
  inside.rows(
    "SELECT action, subject, detail FROM audit WHERE staff_name = ? ORDER BY rowid",
    name,
  );

test("after signing in, staff come back to the page they opened; the session is stored as a hash", async () => {
  const visitor = new Visitor();
  expect(location(await visitor.send("/staff/mode?x=1"))).toEqual([
    302,
    "/staff/sign-in?to=%2Fstaff%2Fmode%3Fx%3D1",
  ]);
  const form = await (await visitor.send("/staff/sign-in?to=%2Fstaff%2Fmode%3Fx%3D1")).text();
  expect(form).toContain('name="to" value="/staff/mode?x=1"');
  expect(form).not.toMatch(/<script(?! id="post-once")/);
  const reply = await signIn(visitor, { name: " Signe Holm ", to: "/staff/mode?x=1" });
  expect(location(reply)).toEqual([302, "/staff/mode?x=1"]);
  expect(reply.headers.get("Set-Cookie")).toMatch(
    /^staff=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const page = await visitor.send("/staff");
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(pageText(await page.text())).toContain("Signe Holm");
  const [row] = await inside.rows(
    "SELECT id, staff_name FROM staff_sessions WHERE token_hash = ?",
    await hashToken(visitor),
  );
  expect(row?.staff_name).toBe("Signe Holm");
  expect(await findAuditEntries("Signe Holm")).toEqual([
    { action: "signed-in", subject: row?.id, detail: null },
  ]);
});

test.each([
  ["a wrong passcode", { passcode: "not the passcode" }, "This is not the staff passcode."],
  ["no passcode", { passcode: " " }, "Type the staff passcode."],
  ["no name", { name: "" }, "Type your name."],
  ["a name of two lines", { name: "Ada\nBerg" }, "Your name must be on one line"],
  ["a name of two lines in Unicode", { name: "Ada\u2028Berg" }, "Your name must be on one line"],
  ["a name that nobody sees", { name: "\u200B" }, "Type your name."],
  ["a passcode of 10,000 characters", { passcode: "x".repeat(10_000) }, "Check what you pasted."],
])("%s signs nobody in, and the page says why", async (_, wrong, text) => {
  const visitor = new Visitor();
  const reply = await signIn(visitor, { name: "Nils <b>Holm", ...wrong });
  expect([reply.status, reply.headers.get("Set-Cookie")]).toEqual([400, null]);
  const html = await reply.text();
  expect(pageText(html)).toContain(text);
  expect(html).toContain("<title>Error: Staff sign-in");
  expect(html).not.toContain("<b>Holm");
  expect(html).not.toContain('not the passcode"');
  expect(await opens(visitor)).toEqual(OUT);
});

test("ten wrong passcodes lock their address, raced or not, and no other", async () => {
  const visitor = new Visitor();
  const tries = await Promise.all(
    Array.from({ length: 30 }, () =>
      new Visitor(visitor.base, visitor.address).post("/staff/sign-in", {
        name: "Eve",
        passcode: "guessed again",
        to: "/staff",
      }),
    ),
  );
  const statuses = tries.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(20).fill(429)]);
  const reply = await signIn(visitor);
  expect([reply.status, reply.headers.get("Set-Cookie")]).toEqual([429, null]);
  const wait = Number(reply.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(600);
  expect(wait).toBeLessThanOrEqual(900);
  expect(pageText(await reply.text())).toMatch(
    /Too many wrong passcodes .* Sign in again in 1\d minutes, (?:at|on \w+ \d+, \d{4},) \d\d:\d\d UTC\./,
  );
  const other = new Visitor();
  expect(location(await signIn(other))).toEqual([302, "/staff"]);
  await inside.db
    .prepare("UPDATE rate_windows SET ends_at = '2020' WHERE key LIKE 'sign-in%'")
    .run();
  expect(location(await signIn(visitor))).toEqual([302, "/staff"]);
});

test("fifty wrong passcodes lock all addresses of a network, raced or not, but not where staff are known", async () => {
  const nextVisitor = neighbours();
  const office = nextVisitor();
  expect((await signIn(office)).status).toBe(302);
  const guess = () => signIn(nextVisitor(), { passcode: "guessed again" });
  const before = await wrongPasscodes();
  const tries = await Promise.all(Array.from({ length: 60 }, guess));
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(50);
  expect((await signIn(nextVisitor())).status).toBe(429);
  expect((await signIn(new Visitor(undefined, office.address))).status).toBe(302);
  expect((await signIn(new Visitor())).status).toBe(302);
  // The count that the sweep's alert uses, however many have signed in since.
  expect(await wrongPasscodes()).toBe(before + 50);
});

/** How many wrong passcodes are counted together, wherever they came from. */
async function wrongPasscodes(): Promise<number> {
  const [row] = await inside.rows("SELECT count FROM rate_windows WHERE key = 'wrong passcodes'");
  return Number(row?.count ?? 0);
}

test("the right passcode resets the count of wrong ones", async () => {
  const { base, address } = new Visitor();
  const tries = async (extraFields: Record<string, string>) =>
    (await signIn(new Visitor(base, address), extraFields)).status;
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 7; n++) expect(await tries({ passcode: "guessed again" })).toBe(400);
    expect(await tries({})).toBe(302);
  }
});

test("a cookie planted before the sign-in is worthless after it", async () => {
  const attacker = await staffMember("Mallory");
  const victim = new Visitor();
  victim.cookie = attacker.cookie;
  await signIn(victim, { name: "Vera" });
  expect(victim.cookie).not.toBe(attacker.cookie);
  expect([await opens(victim), await opens(attacker)]).toEqual([IN, OUT]);
});

test("a session ends after 12 hours, however much it is used", async () => {
  const visitor = await staffMember();
  const end = async (time: string) =>
    inside.db
      .prepare("UPDATE staff_sessions SET expires_at = ? WHERE token_hash = ?")
      .bind(time, await hashToken(visitor))
      .run();
  const [row] = await inside.rows(
    "SELECT created_at, expires_at FROM staff_sessions WHERE token_hash = ?",
    await hashToken(visitor),
  );
  const hours = Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at));
  expect(hours).toBe(12 * 3_600_000);
  const reply = await visitor.send("/staff");
  expect([reply.status, reply.headers.get("Set-Cookie")]).toEqual([200, null]);
  await end(new Date(Date.now() + 60_000).toISOString());
  expect(await opens(visitor)).toEqual(IN);
  await end(new Date(Date.now() - 1_000).toISOString());
  expect(await opens(visitor)).toEqual(OUT);
  expect(location(await visitor.post("/staff/mode", { intent: "close" }))).toEqual([
    302,
    "/staff/sign-in?to=%2Fstaff%2Fmode&unsaved",
  ]);
  expect((await visitor.send("/api/jobs")).status).toBe(403);
});

test("a colleague's session is listed and ended, once, and the trail tells by whom", async () => {
  const [ada, tom] = [await staffMember("Ada Ender"), await staffMember("Tom Ended")];
  const list = pageText(await (await ada.send("/staff/sessions")).text());
  expect(list).toContain("Ada Ender (this browser)");
  expect(list).toContain("Tom Ended");
  const [{ id } = {}] = await inside.rows(
    "SELECT id FROM staff_sessions WHERE token_hash = ?",
    await hashToken(tom),
  );
  const end = () => ada.post("/staff/sessions", { session: String(id) });
  const both = await Promise.all([end(), end()]);
  expect(both.map((reply) => reply.headers.get("Location")).sort()).toEqual([
    "/staff/sessions?ended",
    "/staff/sessions?over",
  ]);
  expect([await opens(ada), await opens(tom)]).toEqual([IN, OUT]);
  expect((await findAuditEntries("Ada Ender")).slice(1)).toEqual([
    { action: "session-ended", subject: id, detail: "Tom Ended" },
  ]);
});

test("signing out also ends copies of the cookie, and pressing twice does no harm", async () => {
  const visitor = await staffMember("Olga Out");
  const old = visitor.cookie;
  const reply = await visitor.post("/staff/sign-out", {});
  expect(location(reply)).toEqual([302, "/staff/sign-in?out"]);
  expect(reply.headers.get("Set-Cookie")).toContain("Max-Age=0");
  visitor.cookie = old;
  expect(await opens(visitor)).toEqual(OUT);
  expect((await visitor.post("/staff/sign-out", {})).status).toBe(302);
  expect((await findAuditEntries("Olga Out")).map(({ action }) => action)).toEqual([
    "signed-in",
    "signed-out",
  ]);
});

test("forged cookies open nothing", async () => {
  const visitor = new Visitor();
  const own = await staffMember();
  const other = (letter: string) => (letter === "Q" ? "R" : "Q");
  const tamperedCookie =
    own.cookie.slice(0, -12) + own.cookie.slice(-12).replace(/[A-Za-z]/, other);
  for (const cookie of [
    `staff=${encodeURIComponent(btoa(JSON.stringify("A".repeat(43))))}`,
    `staff=${encodeURIComponent(btoa(JSON.stringify(await hashToken(own))))}`,
    own.cookie.replace("staff=", "__Host-staff="),
    "staff=admin",
    "staff=' OR 1=1 --",
    tamperedCookie,
    `${own.cookie}x`,
  ])
    expect(location(await visitor.send("/staff", { headers: { Cookie: cookie } }))).toEqual(OUT);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "",
])("a way back to %j leads to the staff pages instead", async (to) => {
  const visitor = new Visitor();
  const page = await visitor.send(`/staff/sign-in?to=${encodeURIComponent(to)}`);
  expect(await page.text()).toContain('name="to" value="/staff"');
  expect(location(await signIn(visitor, { to }))).toEqual([302, "/staff"]);
  const repeated = await visitor.send(`/staff/sign-in?to=${encodeURIComponent(to)}`);
  expect(location(repeated)).toEqual([302, "/staff"]);
});
