import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "~/api/router";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { clipPath } from "~/domain/clips/clip-path";
import { socialClips } from "~/domain/clips/clip-tables.server";
import { revokeFileLinks } from "~/domain/submission/record/revoke-links.server";
import { linkEndings, submissions } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { signFileLink } from "~/platform/file-link";
import { type LinkKeys, linkKeysOf } from "~/platform/link-keys";
import { signPath } from "~/platform/signed-link";
import { anonymousScope, staffPrincipal, staffScope } from "../../support/accounts";
import { recordSubmission } from "../../support/board-fixture";
import { type BoardJobFixture, createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";
import { createRaceFixture } from "../../support/race-fixture";
import { SECRET } from "../../support/upload-fixture";

const SITE = "http://localhost:8788";
const start = new Date("2026-11-21T12:00:00.500Z");
const bytes = new TextEncoder().encode("RIFF of a song");
const [first, second] = [`2026a:${"a".repeat(32)}`, `2026b:${"b".repeat(32)}`];

let now: Date;
let sentIds: string[];
let linkKeys: string | undefined;
let scope: typeof staffScope;

const fixture = await openForFile(createRaceFixture);

const timestamp = (time: Date) => ({
  createdAt: time.toISOString(),
  updatedAt: time.toISOString(),
});

/** A submission with one track and one clip in the bucket, and an item on the board. */
async function addSubmission(id: string) {
  const { db, carrier } = fixture.deps;
  await recordSubmission(fixture.deps, id, {}, start);
  await db
    .update(submissions)
    .set({ boardItemId: `7${id}` })
    .where(eq(submissions.id, id));
  const names = { draftId: `draft-${id}`, kind: "track", slot: "audio:track-1", state: "complete" };
  const file = {
    fileName: "a.wav",
    size: bytes.length,
    contentType: "audio/wav",
    sha256: "0".repeat(64),
  };
  const storage = { multipartId: "m", partSize: 5_242_880, key: `${id}/a`, ...timestamp(start) };
  await db.insert(uploads).values({ id: `U${id}`, ...names, ...file, ...storage });
  await db.insert(socialClips).values({
    submissionId: id,
    uploadId: `U${id}`,
    clipId: "clip-1",
    track: "A",
    trackNumber: 1,
    number: 1,
    fileName: "c.wav",
    releaseDate: "2027-01-01",
    state: "cut",
    ...timestamp(start),
    key: `${id}/c`,
    sha256: "1".repeat(64),
    bytes: bytes.length,
    frames: 1,
  });
  for (const key of [`${id}/a`, `${id}/c`]) await carrier.put(key, bytes, bytes.length);
}

beforeEach(async () => {
  const { db } = fixture.deps;
  await db.batch([
    db.delete(submissions),
    db.delete(uploads),
    db.delete(socialClips),
    db.delete(linkEndings),
    db.delete(audit),
    db.delete(jobs),
  ]);
  now = start;
  [sentIds, linkKeys, scope] = [[], undefined, anonymousScope];
  await addSubmission("S1");
  await addSubmission("S2");
});

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(SITE + path, init);
  const portal = fixture.portalFor(request, (operation) => operation());
  const settings = { ...portal.settings, LINK_KEYS: linkKeys };
  const sendJobs = async (ids: string[]) => void sentIds.push(...ids);
  const callScope = { ...portal.scope, ...scope };
  return api.fetch(request, { ...portal, scope: callScope, settings, sendJobs, clock: () => now });
}

/** As staff. */
async function end(body: unknown) {
  scope = staffScope;
  const headers = { "Content-Type": "application/json" };
  const reply = await call("/api/file-links/end", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  scope = anonymousScope;
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

const currentKeys = (): LinkKeys => linkKeysOf({ SIGNING_SECRET: SECRET, LINK_KEYS: linkKeys });
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

/** Every way to request a file, with its status on success. */
const methods = [
  ["whole", {}, 200],
  ["by Range", { headers: { Range: "bytes=0-3" } }, 206],
  ["by HEAD", { method: "HEAD" }, 200],
  ["by a Range of HEAD", { method: "HEAD", headers: { Range: "bytes=0-3" } }, 206],
  ["for a copy that is known", { headers: { "If-None-Match": `"${"0".repeat(64)}"` } }, 304],
  ["for another copy", { headers: { "If-None-Match": `"${"1".repeat(64)}"` } }, 200],
] as const;

const paths = {
  file: (id: string) => `/files/U${id}/a.wav`,
  clip: (id: string) =>
    clipPath({ submissionId: id, uploadId: `U${id}`, clipId: "clip-1" }, "c.wav"),
};

describe.each(["file", "clip"] as const)("a link to a %s", (kind) => {
  const path = paths[kind];
  const link = (id = "S1", issuedAt = start) => signFileLink(currentKeys(), path(id), issuedAt);

  /** The status that every way of requesting gets, and its message. */
  async function refusal(address: string): Promise<number> {
    const statuses = new Set<number>();
    for (const [, init] of methods) {
      const reply = await call(address, init);
      statuses.add(reply.status);
      expect(reply.headers.get("Cache-Control")).toBe("no-store");
      expect(reply.headers.get("ETag")).toBeNull();
      expect(await reply.text()).not.toContain("RIFF");
    }
    const page = await call(address, { headers: { Accept: "text/html,*/*" } });
    expect(await page.text()).toMatch(/Open the file with the link/);
    expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    statuses.add(page.status);
    expect(statuses.size).toBe(1);
    return page.status;
  }

  /** Whether every way of asking opens it. */
  async function opens(address: string): Promise<void> {
    for (const [method, init, status] of methods) {
      const isConditional = kind === "clip" && "headers" in init && "If-None-Match" in init.headers;
      const expectedStatus = isConditional ? (status === 304 ? 200 : 304) : status;
      expect([method, (await call(address, init)).status]).toEqual([method, expectedStatus]);
    }
  }

  test("opens it with every way of requesting it", async () => {
    await opens(await link());
    linkKeys = first;
    await opens(await link());
  });

  test("opens it with a key that no longer signs, but not with a removed one", async () => {
    linkKeys = first;
    const signedLink = await link();
    linkKeys = `${second},${first}`;
    await opens(signedLink);
    await opens(await link());
    linkKeys = second;
    expect(await refusal(signedLink)).toBe(403);
  });

  test("from before there were keys opens it, until all links are ended", async () => {
    const oldLink = await signPath(SECRET, path("S1"), addDays(start, 180));
    linkKeys = first;
    await opens(oldLink);
    expect((await end({ all: true })).status).toBe(200);
    expect(await refusal(oldLink)).toBe(410);
  });

  test("opens nothing under an unknown key or a changed time of issue", async () => {
    linkKeys = first;
    const signedLink = await link();
    expect(await refusal(signedLink.replace("key=2026a", "key=2026z"))).toBe(403);
    expect(await refusal(signedLink.replace(/issued=\d+/, "issued=1999999999"))).toBe(403);
    expect(await refusal(signedLink.replace("US1", "US2"))).toBe(403);
  });

  test("is ended with its submission's, and one of another submission is not", async () => {
    const [mine, other] = [await link(), await link("S2")];
    expect((await end({ submissionId: "S1" })).status).toBe(200);
    const staffFields = { scope: "S1", staffId: staffPrincipal.id, staffName: staffPrincipal.name };
    expect(await fixture.deps.db.select().from(linkEndings)).toMatchObject([staffFields]);
    const auditEntry = {
      action: "links-ended",
      subject: "S1",
      staffId: staffPrincipal.id,
      staffName: staffPrincipal.name,
    };
    expect(await fixture.deps.db.select().from(audit)).toMatchObject([auditEntry]);
    expect(await refusal(mine)).toBe(410);
    await opens(other);
    advanceClock(1);
    await opens(await link("S1", now));
  });

  test("is ended with all, also one issued within the same second, and those made since open", async () => {
    const links = [await link(), await link("S2"), await link("S1", now)];
    expect((await end({ all: true })).status).toBe(200);
    for (const oldLink of links) expect(await refusal(oldLink)).toBe(410);
    const newLink = await link("S1", new Date(start.getTime() + 500));
    await opens(newLink);
    // A second call within that second ends those of the first, too.
    expect((await end({ all: true })).status).toBe(200);
    expect(await refusal(newLink)).toBe(410);
    // Moving the time of issue does not help.
    expect(await refusal(newLink.replace(/issued=\d+/, "issued=1999999999"))).toBe(403);
  });

  test("that has expired says so", async () => {
    const signedLink = await link();
    now = addDays(start, 181);
    expect(await refusal(signedLink)).toBe(410);
  });

  test("with a bad signature does not reveal whether the file exists", async () => {
    const bad = `?issued=1763726400&expires=1999999999&signature=${"0".repeat(64)}`;
    const [badLink, unknownLink] = [await call(path("S1") + bad), await call(path("S9") + bad)];
    expect([badLink.status, unknownLink.status]).toEqual([403, 403]);
    expect(await badLink.text()).toBe(await unknownLink.text());
    expect((await call(path("S1"))).status).toBe(404);
  });
});

describe("the call that ends links", () => {
  test.each([
    {},
    { all: false },
    { all: true, submissionId: "S1" },
    { submissionId: "" },
    [],
    null,
    "all",
  ])("takes no %j", async (body) => {
    expect((await end(body)).status).toBe(400);
    expect(await fixture.deps.db.select().from(linkEndings)).toEqual([]);
  });

  test("answers 404 for an unknown submission", async () => {
    for (const submissionId of ["S9", "all"])
      expect((await end({ submissionId })).status).toBe(404);
    expect(await fixture.deps.db.select().from(linkEndings)).toEqual([]);
    expect(await fixture.deps.db.select().from(audit)).toEqual([]);
    expect(sentIds).toEqual([]);
  });

  test("updates each board item with ended links once", async () => {
    const { db } = fixture.deps;
    const old = addDays(start, -181).toISOString();
    await addSubmission("S3");
    await addSubmission("S4");
    await db.update(submissions).set({ boardItemId: null }).where(eq(submissions.id, "S3"));
    await db.update(submissions).set({ createdAt: old }).where(eq(submissions.id, "S4"));
    expect((await end({ submissionId: "S1" })).body).toEqual({ success: true, items: 1 });
    expect((await end({ all: true })).body).toEqual({ success: true, items: 1 });
    expect((await end({ all: true })).body).toEqual({ success: true, items: 0 });
    // One whose links have ended by themselves gets fresh ones when it is named.
    expect((await end({ submissionId: "S4" })).body).toEqual({ success: true, items: 1 });
    const rows = await db.select().from(jobs);
    expect(rows.map(({ type, submissionId, state }) => [type, submissionId, state])).toEqual([
      ["sync-board", "S1", "waiting"],
      ["sync-board", "S2", "waiting"],
      ["sync-board", "S4", "waiting"],
    ]);
    expect(sentIds.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    for (const id of sentIds) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});

describe("the board", () => {
  let board: BoardJobFixture;
  beforeAll(async () => {
    board = await createBoardJobFixture();
  });
  afterAll(() => board.close());
  const issuedOn = async () => {
    const texts = JSON.stringify([await board.items(), await board.updates()]);
    return new Set([...texts.matchAll(/issued=(\d+)/g)].map(([, seconds]) => Number(seconds)));
  };

  test("shows the same links after every run, and new ones once they were ended", async () => {
    const { submission, sync } = await board.recorded();
    await board.run(sync);
    const seconds = Math.floor(start.getTime() / 1000);
    expect(await issuedOn()).toEqual(new Set([seconds]));
    board.later(86_400);
    await board.again(sync);
    expect(await issuedOn()).toEqual(new Set([seconds]));
    const call = {
      at: addDays(start, 1),
      staff: staffPrincipal,
      requestId: "r1",
    };
    const [job = ""] =
      (await revokeFileLinks(board.fixture.db, { submissionId: submission }, call)) ?? [];
    expect(await board.run(job)).toMatchObject({ kind: "done" });
    expect(await issuedOn()).toEqual(new Set([seconds + 86_401]));
    await board.again(sync);
    expect(await issuedOn()).toEqual(new Set([seconds + 86_401]));
  });

  test("gets new links even if they are ended while a job writes the old ones", async () => {
    await board.reset();
    const { submission, sync } = await board.recorded();
    let ended = false;
    const folder = async () => {
      const call = {
        at: start,
        staff: staffPrincipal,
        requestId: "r1",
      };
      if (!ended) await revokeFileLinks(board.fixture.db, { submissionId: submission }, call);
      ended = true;
      return undefined;
    };
    expect(await board.run(sync, { folder })).toMatchObject({ kind: "again" });
    expect(await board.run(sync, { folder })).toMatchObject({ kind: "done" });
    expect(await issuedOn()).toEqual(new Set([Math.floor(start.getTime() / 1000) + 1]));
  });
});
