import { afterAll, beforeAll, expect, test } from "vitest";
import { formatBytes } from "~/platform/formats/bytes";
import { opened } from "../support/direct-upload";
import { COVER, cover, draftAt, song } from "../support/draft-at";
import { type Inside, openInside } from "../support/inside";
import { draftOf, sha256 } from "../support/stored";
import { artist, inDays, music, Visitor } from "../support/visitor";

let inside: Inside;
beforeAll(async () => {
  inside = await openInside();
});
afterAll(() => inside.close());

/** What became of a visitor's draft, as the server tells it. */
const asked = (visitor: Visitor) => opened(visitor.send("/api/submission"));

const call = (visitor: Visitor, name: "check" | "record", fields: Record<string, string> = {}) =>
  opened(visitor.post(`/api/submission/${name}`, { intent: "submit", ...fields }));

const words = ({ length }: Uint8Array) => formatBytes(length);

async function submissionsOf(visitor: Visitor) {
  const { id } = await draftOf(inside, visitor);
  return inside.rows("SELECT reference FROM submissions WHERE draft_id = ?", id);
}

test("a check records nothing; the record does, and once more it answers the same", async () => {
  const visitor = await draftAt("review");
  const passed = { status: 200, body: { success: true } };
  expect(await call(visitor, "check")).toEqual(passed);
  expect(await submissionsOf(visitor)).toEqual([]);
  expect(await asked(visitor)).toEqual({ status: 200, body: { success: true, recorded: false } });
  const recorded = await call(visitor, "record");
  const [row, ...others] = await submissionsOf(visitor);
  expect(others).toEqual([]);
  expect(recorded).toEqual({
    status: 200,
    body: {
      success: true,
      recorded: true,
      submission: {
        reference: row?.reference,
        release: "Night Ferry",
        artistName: artist.artistName,
        artwork: expect.stringMatching(/^\/files\/previews\/\w+$/),
        files: [
          { label: "Track 1", name: "ferry.wav", size: words(song), sha256: sha256(song) },
          { label: "Artwork", name: "cover.jpg", size: words(cover), sha256: sha256(cover) },
        ],
        email: artist.email,
        sendsMail: expect.any(Boolean),
        supportEmail: expect.stringContaining("@"),
        replyDue: expect.stringMatching(/^\w+ \d+, \d{4}$/),
      },
    },
  });
  expect(await call(visitor, "record")).toEqual(recorded);
  expect(await asked(visitor)).toEqual(recorded);
  expect(await call(visitor, "check")).toEqual(passed);
  expect(await submissionsOf(visitor)).toHaveLength(1);
});

test("the record and the question about it keep the draft's cookie for 14 more days", async () => {
  const visitor = await draftAt("review");
  const { cookie } = visitor;
  const replies = [
    await visitor.post("/api/submission/record", { intent: "submit" }),
    await visitor.send("/api/submission"),
  ];
  for (const reply of replies) expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=1209600/);
  expect(visitor.cookie).toBe(cookie);
  const other = await draftAt("review");
  const posted = await other.post("/submit/review", { intent: "submit" });
  expect(posted.headers.get("Set-Cookie")).toMatch(/Max-Age=1209600/);
});

test("a file on its way does not stop the check, only the record", async () => {
  const visitor = await draftAt("review");
  const removing = { ...music(inDays(60)), intent: `remove-file:${COVER.slot}` };
  await visitor.post("/submit/music", removing);
  await visitor.json("/api/cloud-storage/upload-url", { ...COVER, fileSize: 6_000_000 });
  expect((await call(visitor, "check")).status).toBe(200);
  const refused = await call(visitor, "record");
  expect(refused).toMatchObject({
    status: 400,
    body: {
      success: false,
      refused: "incomplete",
      obstacles: [{ step: "music", text: expect.stringContaining("hasn't fully arrived") }],
    },
  });
});

test("a script is refused by both calls, also where it presses every button", async () => {
  const visitor = await draftAt("review");
  const refused = {
    status: 403,
    body: {
      success: false,
      refused: "visitor",
      error: "Submission validation failed. Please try again or contact support if this persists.",
    },
  };
  const trapped = { website: "spam" };
  expect(await call(visitor, "check", trapped)).toEqual(refused);
  expect(await call(visitor, "record", trapped)).toEqual(refused);
  for (const name of ["check", "record"] as const)
    expect((await call(visitor, name, { ...trapped, intent: "confirm" })).status).toBe(403);
});

test("a check that breaks answers without a text, a record that breaks with its own", async () => {
  const visitor = await draftAt("review");
  const { id: draftId } = await draftOf(inside, visitor);
  await visitor.json("/sandbox/site/fail", { at: "check", draftId });
  const broken = await visitor.post("/api/submission/check", { intent: "submit" });
  expect(broken.status).toBe(500);
  await visitor.json("/sandbox/site/fail", { at: "record", draftId });
  expect(await call(visitor, "record")).toEqual({
    status: 503,
    body: { success: false, refused: "record", error: "Failed to create monday.com entry" },
  });
});

test("a visitor without a draft is refused, and so is what is no form", async () => {
  expect((await asked(new Visitor())).status).toBe(404);
  for (const name of ["check", "record"] as const) {
    expect((await call(new Visitor(), name)).status).toBe(403);
    const visitor = await draftAt("artist");
    expect((await visitor.json(`/api/submission/${name}`, {})).status).toBe(415);
    expect((await call(visitor, name, { more: "x".repeat(70_000) })).status).toBe(413);
    expect((await call(visitor, name)).status).toBe(400);
  }
});
