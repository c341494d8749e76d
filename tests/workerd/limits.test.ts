import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { findDraftRow, SONG } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { artistAnswers, Visitor } from "../support/visitor";

/* The whole app with limits so low that tests can reach each of them. */

const FEW = 3;
const SAVES = 12;
let app: AppServer;
let inside: StoreReader;
beforeAll(async () => {
  const perMinute = [
    "CHECKS",
    "RECORDS",
    "LINKS",
    "UPLOADS",
    "FILE_READS",
    "STATUS_READS",
    "LOOKUPS",
    "JOINS",
    "SIGN_INS",
  ];
  const few = perMinute.map((name) => [`LIMIT_${name}_PER_MINUTE`, String(FEW)]);
  app = await startApp({
    build: false,
    env: {
      ...Object.fromEntries(few),
      LIMIT_SAVES_PER_MINUTE: String(SAVES),
      LIMIT_UPLOAD_CALLS_PER_MINUTE: "6",
      LIMIT_REPORTS_PER_HOUR: String(FEW),
      LIMIT_DRAFTS_PER_DAY: "6",
      LIMIT_DRAFT_KB: "4",
      LIMIT_JOINS_PER_DAY: "2",
    },
  });
  inside = openStoreReader(app.url);
});
afterAll(() => app?.stop());

let network = 0;
/** An address of the nth device in a network that no other test uses. */
const newNetwork = () => {
  network += 1;
  const prefix = `2001:db8:${network.toString(16)}:7700`;
  return (device: number) => new Visitor(app.url, `${prefix}::${device.toString(16)}`);
};
const createVisitor = () => newNetwork()(1);

/** A visitor whose browser has the cookie of an open draft. */
async function createDraftFor(visitor = createVisitor()): Promise<Visitor> {
  await visitor.openDraft();
  return visitor;
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const report = (n: number) => ({
  errorData: { message: `m${crypto.randomUUID()}${n}`, stage: "tracks", timestamp: Date.now() },
});
const search = (n: number) => `/api/spotify/search/artists?q=a${n}`;

/** Each kind of call with its limit; a draft is opened first if it needs one. */
const calls: [
  name: string,
  few: number,
  call: (visitor: Visitor, n: number) => Promise<Response>,
][] = [
  [
    "an autosave",
    SAVES,
    (visitor) =>
      visitor.send("/api/drafts/current/artist", {
        method: "PUT",
        headers: form,
        body: "artistName=A",
      }),
  ],
  ["a check", FEW, (visitor) => visitor.post("/api/submission/check", { intent: "submit" })],
  ["a record call", FEW, (visitor) => visitor.post("/api/submission/record", {})],
  [
    "an upload that is begun",
    FEW,
    (visitor, n) =>
      visitor.json("/api/cloud-storage/upload-url", {
        ...SONG,
        fileSize: 9_000_000 + n,
      }),
  ],
  [
    "a link to a part",
    6,
    (visitor) => visitor.json("/api/cloud-storage/uploads/X/part-urls", { numbers: [1] }),
  ],
  ["a look at an upload", 6, (visitor) => visitor.send("/api/cloud-storage/uploads/X")],
  [
    "an upload that is removed",
    6,
    (visitor) => visitor.send("/api/cloud-storage/uploads/X", { method: "DELETE" }),
  ],
  ["a file that is read", FEW, (visitor) => visitor.send("/files/X/song.wav")],
  ["a clip that is read", FEW, (visitor) => visitor.send("/files/clips/S/U/C/song.wav")],
  ["a question what became of a draft", FEW, (visitor) => visitor.send("/api/submission")],
  ["a question whether all is well", FEW, (visitor) => visitor.send("/api/health")],
  ["a join", FEW, (visitor) => visitor.json("/api/waiting-list", { artistData: {} })],
  ["a search", FEW, (visitor, n) => visitor.send(search(n))],
  ["an error report", FEW, (visitor, n) => visitor.json("/api/monitoring/error-report", report(n))],
];

/** Repeats a call until it gets a 429, then once more. */
async function untilRefused(call: (n: number) => Promise<Response>, few: number) {
  const replies: Response[] = [];
  for (let n = 0; n <= few; n++) replies.push(await call(n));
  return replies;
}

async function expectJsonRefusal(reply: Response): Promise<void> {
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(reply.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(await reply.json()).toEqual({
    success: false,
    error: expect.stringMatching(/^Too many /),
  });
}

test.each(calls)(
  "%s too many is refused with 429, the waiting time, and JSON",
  async (_, few, call) => {
    const visitor = await createDraftFor();
    const replies = await untilRefused((n) => call(visitor, n), few);
    expect(replies.slice(0, few).map(({ status }) => status)).not.toContain(429);
    const last = replies.at(-1);
    if (last) await expectJsonRefusal(last);
  },
);

/** Those that need no draft: without one, the network counts. */
const open = calls.filter(([name]) => /read|search|report|look|link|record|check/.test(name));

test.each(open)("%s without a cookie counts for the whole network", async (_, few, call) => {
  const device = newNetwork();
  const replies = await untilRefused((n) => call(device(n + 1), n), few);
  expect(replies.map(({ status }) => status === 429)).toEqual([...Array(few).fill(false), true]);
  expect((await call(createVisitor(), 0)).status).not.toBe(429);
});

test.each(open)("%s of a draft counts for the draft, not for its network", async (_, few, call) => {
  const device = newNetwork();
  await untilRefused((n) => call(device(n + 1), n), few);
  const pupil = await createDraftFor(device(99));
  expect((await call(pupil, 0)).status).not.toBe(429);
  // Another network does not give the draft more calls.
  const elsewhere = createVisitor();
  elsewhere.cookie = pupil.cookie;
  const replies = await untilRefused((n) => call(elsewhere, n), few - 1);
  expect(replies.at(-1)?.status).toBe(429);
});

const decodeCookie = (cookie: string): string =>
  JSON.parse(
    Buffer.from(decodeURIComponent(cookie.replace(/^draft[^=]*=/, "")), "base64").toString(),
  ) as string;
const encodeCookie = (text: string) =>
  `draft=${encodeURIComponent(Buffer.from(JSON.stringify(text)).toString("base64"))}`;

test("a forged cookie, a new one and none count alike: for the network", async () => {
  const device = newNetwork();
  const real = decodeCookie((await createDraftFor()).cookie).split(".");
  const fresh = device(1);
  await fresh.send("/submit");
  const cookies = [
    "",
    fresh.cookie,
    // With a changed state, id, key or signature, or completely made up.
    encodeCookie(decodeCookie(fresh.cookie).replace(".new.", ".open.")),
    encodeCookie([real[0], "01J0D000000000000000000000", "open", real[3]].join(".")),
    encodeCookie(["A".repeat(43), ...real.slice(1)].join(".")),
    encodeCookie([...real.slice(0, 3), "0".repeat(64)].join(".")),
    encodeCookie(String(real[0])),
  ];
  for (let n = 0; n < FEW; n++) await device(2).send(search(n));
  for (const [n, cookie] of cookies.entries()) {
    const visitor = device(10 + n);
    visitor.cookie = cookie;
    expect([n, (await visitor.send(search(n))).status]).toEqual([n, 429]);
  }
});

const rows = async () => {
  const tables = await inside.rows(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1%'",
  );
  const counts = [];
  for (const { name } of tables)
    counts.push([name, (await inside.rows(`SELECT count(*) AS n FROM "${name}"`))[0]?.n]);
  return counts;
};

test("a class of 150 opens its first page from one address, and no row is written", async () => {
  const device = newNetwork();
  const before = await rows();
  for (let n = 0; n < 150; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const pupil = device(n + i + 1);
        const entry = await pupil.send("/submit");
        expect(entry.status).toBe(200);
        await entry.arrayBuffer();
        const page = await pupil.send("/submit/artist");
        expect(page.status).toBe(200);
        await page.arrayBuffer();
      }),
    );
  expect(await rows()).toEqual(before);
});

test("an address that opens drafts all day is refused, and keeps what it typed", async () => {
  const device = newNetwork();
  for (let n = 0; n < 6; n++)
    expect(
      (await device(n + 1).post("/submit/artist", { ...artistAnswers, intent: "next" })).status,
    ).toBe(302);
  const reply = await device(7).post("/submit/artist", { ...artistAnswers, intent: "next" });
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
  const html = await reply.text();
  expect(pageText(html)).toContain("Too many submissions were started from here just now.");
  expect(pageText(html)).toContain("Not sent yet");
  expect(pageText(html)).not.toContain("Required Information Missing");
  expect(html).toContain(`value="${artistAnswers.artistName}"`);
  const pupil = device(8);
  await pupil.send("/submit");
  await expectRefused(
    pupil.send("/api/drafts/current/artist", { method: "PUT", headers: form, body: "city=Cork" }),
  );
  await expectRefused(pupil.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 1 }));
});

async function expectRefused(call: Promise<Response>): Promise<void> {
  const reply = await call;
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await reply.json()).toMatchObject({ success: false, error: expect.any(String) });
}

async function expectPage(reply: Response | undefined, expectedText: string): Promise<void> {
  expect(reply?.status).toBe(429);
  expect(Number(reply?.headers.get("Retry-After"))).toBeGreaterThan(0);
  const text = pageText((await reply?.text()) ?? "");
  expect(text).toContain("Please slow down a little");
  expect(text).toContain(expectedText);
}

test("endless posts of a step or links are stopped with a designed page", async () => {
  const visitor = await createDraftFor();
  const post = () => visitor.post("/submit/artist", { ...artistAnswers, intent: "update" });
  await expectPage(
    (await untilRefused(post, SAVES)).at(-1),
    "You have saved this too many times in the last minute.",
  );
  const other = await createDraftFor();
  const link = () => other.post("/submit/continue", { intent: "make-link" });
  await expectPage(
    (await untilRefused(link, FEW)).at(-1),
    "You have made too many links in a minute.",
  );
});

test("a draft has a size limit, with every way to save it", async () => {
  const visitor = await createDraftFor();
  const small = { ...artistAnswers, city: "x".repeat(700) };
  expect((await visitor.post("/submit/artist", { ...small, intent: "update" })).status).toBe(200);
  const long = Object.keys(artistAnswers).map((name) => [name, "ü".repeat(2_500)]);
  const large: Record<string, string> = { ...Object.fromEntries(long), intent: "next" };
  const page = await visitor.post("/submit/artist", large);
  expect(page.status).toBe(413);
  expect(pageText(await page.text())).toContain("That's too much text for one submission.");
  const call = await visitor.send("/api/drafts/current/artist", {
    method: "PUT",
    body: new URLSearchParams(large),
  });
  expect(call.status).toBe(413);
  expect(await call.json()).toMatchObject({ success: false });
  expect((await findDraftRow(inside, visitor)).answers.artist).toMatchObject(small);
});

test("when all drafts are taken new visitors are asked to come back, and open drafts continue", async () => {
  const visitor = await createDraftFor();
  const earlyVisitor = createVisitor();
  await earlyVisitor.send("/submit");
  // As many as there may be: rows that no other test counts, all of one statement.
  const { id } = await findDraftRow(inside, visitor);
  const columns = `entry, answers, completed_steps, version, expires_at, created_at, updated_at`;
  await inside.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
     INSERT INTO drafts (id, key_hash, ${columns})
     SELECT 'F' || i, 'F' || i, ${columns} FROM n, drafts WHERE id = ?`,
    id,
  );
  try {
    const entry = await createVisitor().send("/submit");
    const text = pageText(await entry.text());
    expect([entry.status, entry.headers.get("Retry-After")]).toEqual([503, "3600"]);
    expect(text).toContain("Please come back in an hour");
    const post = await earlyVisitor.post("/submit/artist", { ...artistAnswers, intent: "next" });
    expect([post.status, post.headers.get("Retry-After")]).toEqual([503, "3600"]);
    expect(await post.text()).toContain(`value="${artistAnswers.artistName}"`);
    const call = await earlyVisitor.send("/api/drafts/current/artist", {
      method: "PUT",
      headers: form,
      body: "city=A",
    });
    expect([call.status, call.headers.get("Retry-After")]).toEqual([503, "3600"]);
    expect(await call.json()).toMatchObject({ success: false });
    expect(
      (await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" })).status,
    ).toBe(302);
    expect((await visitor.send("/submit")).status).toBe(200);
  } finally {
    await inside.rows("DELETE FROM drafts WHERE id LIKE 'F%'");
  }
  expect(
    (await earlyVisitor.post("/submit/artist", { ...artistAnswers, intent: "next" })).status,
  ).toBe(302);
});

const entry = (n: number) => ({
  ...artistAnswers,
  listenLink: `https://soundcloud.com/vale/${crypto.randomUUID()}-${n}`,
});

test("joining too often is refused on the page, which keeps the typed values", async () => {
  const visitor = createVisitor();
  const replies = await untilRefused(
    (n) => visitor.post("/submit/waiting-list", { city: `C${n}` }),
    FEW,
  );
  const lastReply = replies.at(-1);
  expect([lastReply?.status, Number(lastReply?.headers.get("Retry-After")) > 0]).toEqual([
    429,
    true,
  ]);
  const html = (await lastReply?.text()) ?? "";
  expect(pageText(html)).toContain("Nothing is lost; try again in a minute.");
  expect(html).toContain(`value="C${FEW}"`);
});

test("one address has a daily limit of entries, and repeating the same entry does not count", async () => {
  const device = newNetwork();
  const join = (artistData: object) => device(1).json("/api/waiting-list", { artistData });
  const first = entry(1);
  expect([(await join(first)).status, (await join(entry(2))).status]).toEqual([200, 200]);
  const third = await device(2).json("/api/waiting-list", { artistData: entry(3) });
  expect(third.status).toBe(429);
  // Each minute has room for three more tries; the day has none.
  expect([60, 0]).not.toContain(Number(third.headers.get("Retry-After")));
});

test("who tries to sign in too often gets a page that says when to try again", async () => {
  const visitor = createVisitor();
  const fields = { name: "Ada", passcode: "not the passcode" };
  const replies = await untilRefused(() => visitor.post("/staff/sign-in", fields), FEW);
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
  expect(replies.at(-1)?.headers.get("Retry-After")).toMatch(/^[1-9]/);
  expect(pageText((await replies.at(-1)?.text()) ?? "")).toContain(
    "Wait a minute, then try again.",
  );
});
