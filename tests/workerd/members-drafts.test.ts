import { expect, test } from "vitest";
import { MemberVisitor, signedInArtist } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { COVER, coverBytes, createDraftAt, findDraftRow } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { autosave } from "../support/upload-calls";
import type { Visitor } from "../support/visitor";

/* The account of a draft that was begun before its artist signed in. */

const store = openStoreReader();
const about = { bio: "Songs from the quay.", influences: "Low", proNumber: "" };
const submit = { intent: "submit" };

/** A browser whose artist began a draft with another address before signing in. */
async function begunBefore(step: "about" | "review") {
  const drafting = await createDraftAt(step, { email: "manager@example.com" });
  const { artist, visitor } = await signedInArtist();
  const member = new MemberVisitor(visitor.cookie);
  member.cookie = `${visitor.cookie}; ${drafting.cookie}`;
  const { id } = await findDraftRow(store, drafting);
  return { artist, member, drafting, id };
}

const findOwner = async (draftId: string) =>
  (await store.rows("SELECT artist_id AS owner FROM drafts WHERE id = ?", draftId))[0]?.owner;
const submissionOwners = (draftId: string) =>
  store.rows("SELECT artist_id AS owner FROM submissions WHERE draft_id = ?", draftId);

const saves: [string, (member: Visitor) => Promise<{ status: number }>][] = [
  ["what they type is saved on the way", (member) => autosave(member, "about", about)],
  ["they post a step", (member) => member.post("/submit/about", { ...about, intent: "next" })],
  ["they send a file", (member) => member.upload(coverBytes, COVER)],
];
const submits: typeof saves = [
  ["they begin to submit it", (member) => member.post("/api/submission/check", submit)],
  ["they submit it by its page", (member) => member.post("/submit/review", submit)],
  ["a call records it", (member) => member.post("/api/submission/record", submit)],
];

test.each([
  ...saves.map(([name, act]) => [name, "about", act] as const),
  ...submits.map(([name, act]) => [name, "review", act] as const),
])("a draft from before the sign-in belongs to the artist once %s", async (_, step, act) => {
  const { artist, member, id } = await begunBefore(step);
  // Looking at it does not assign it.
  await member.send("/submit/artist");
  expect(await findOwner(id)).toBeNull();
  expect((await act(member)).status).toBeLessThan(400);
  expect(await findOwner(id)).toBe(artist.id);
  for (const { owner } of await submissionOwners(id)) expect(owner).toBe(artist.id);
});

test.each(submits.slice(1))(
  "once %s, the dashboard lists it as theirs and offers nothing",
  async (_, act) => {
    const { artist, member, id } = await begunBefore("review");
    await act(member);
    expect(await submissionOwners(id)).toEqual([{ owner: artist.id }]);
    const dashboardText = pageText(await (await member.send("/dashboard?tab=0")).text());
    expect(dashboardText).toContain("1 Submission");
    expect(dashboardText).toContain("Night Ferry");
    expect(dashboardText).not.toContain("sent under your email address");
  },
);

test.each(saves)(
  "a draft of another account keeps its account, and without a sign-in a draft gets none, when %s",
  async (_, act) => {
    const { member, id, drafting } = await begunBefore("about");
    await act(drafting);
    expect(await findOwner(id)).toBeNull();
    await store.rows("UPDATE drafts SET artist_id = 'SOMEBODY' WHERE id = ? RETURNING id", id);
    await act(member);
    expect(await findOwner(id)).toBe("SOMEBODY");
  },
);

test("a submission without an account, with the artist's address, is offered as such", async () => {
  const { artist, visitor } = await signedInArtist();
  const sender = await createDraftAt("review", { email: artist.email });
  await sender.post("/submit/review", submit);
  const dashboard = pageText(await (await visitor.send("/dashboard?tab=0")).text());
  expect(dashboard).toContain(
    "1 submission was sent under your email address and isn't in your account yet.",
  );
  const offer = pageText(await (await visitor.send("/dashboard/join")).text());
  expect(offer).toContain("It was sent under your email address, and isn't in your account yet.");
  for (const page of [dashboard, offer]) expect(page).not.toContain("before you had an account");
});
