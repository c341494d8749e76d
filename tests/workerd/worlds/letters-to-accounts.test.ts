import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { artists } from "~/artists/artist-tables.server";
import { confirmationMail } from "~/mail/confirmation";
import { mailStatements } from "~/mail/outbox.server";
import { splitDisputeMail } from "~/mail/split-mails";
import { boardChangeMail } from "~/mail/status-mail";
import { decideSeveral } from "~/pages/staff/bulk-decide.server";
import { reviewPost } from "~/pages/staff/review-post.server";
import { receiptOf } from "~/pages/wizard/receipt.server";
import { randomIds } from "~/platform/ids";
import { serializeItemVersion } from "~/staff/review/decision";
import { findReviewItem } from "~/staff/review/queue.server";
import { draftsToWarn } from "~/submission/draft/draft-expiry.server";
import { openDraft } from "~/submission/draft/open-draft.server";
import { findSubmission } from "~/submission/record/submission-store.server";
import { drafts } from "~/submission/submission-tables.server";
import { staffPrincipal } from "../../support/accounts";
import { DRAFT_LIMITS } from "../../support/drafts";
import { permissiveMailRules } from "../../support/mail-fixture";
import { createStatusFixture, type StatusFixture, statusPaths } from "../../support/status-paths";

/* Letters about a submission go to the account it belongs to, at the address that was confirmed last. */

let world: StatusFixture;
beforeAll(async () => {
  world = await createStatusFixture();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.db.delete(drafts);
});

const letters = async () => (await world.mails()).filter(([kind]) => kind !== "account");
const deleteArtist = async (id: string) =>
  world.db
    .update(artists)
    .set({ email: "", deletedAt: world.clock().toISOString() })
    .where(eq(artists.id, id));

async function submissionOf(id: string) {
  const submission = await findSubmission(world.db, id);
  if (!submission) throw new Error("It is not there.");
  return submission;
}

async function itemOf(id: string) {
  const item = await findReviewItem(world.db, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}

/** Every letter to the artist of a submission, as it is about to be written. */
async function everyLetter(id: string) {
  const { db, clock, portal } = world;
  const { brand } = portal.mail;
  const submission = await submissionOf(id);
  const about = { submissionId: id, recipient: submission.email, url: "https://x.example" };
  const dispute = { artistName: "Ada", release: "Engine", track: "One", writer: "Bo", share: 50 };
  const mails = [
    confirmationMail(submission, brand),
    boardChangeMail(
      { submission, status: "processing", changeNumber: 1 },
      brand,
      permissiveMailRules.site,
    ),
    splitDisputeMail({ ...about, ...dispute, note: "No", occasion: id }, brand),
  ];
  const parts = await Promise.all(
    mails.map((mail) =>
      mailStatements(db, mail, permissiveMailRules, { now: clock(), ids: randomIds }),
    ),
  );
  return async () => {
    for (const { statements } of parts) await db.batch([...statements]);
  };
}

test.each(statusPaths)(
  "a decision reaches the artist at the address they confirmed since (%s)",
  async (path) => {
    const owner = await world.account("ada@example.com");
    const ids = [
      await world.submitted({ artistId: owner }),
      await world.submitted({ artistId: owner, email: "manager@example.com" }),
    ];
    await world.confirmsEmail(owner, "New+music@example.com");
    for (const [n, id] of ids.entries())
      await world.sets(path, id, ["rejected", "approved"][n] ?? "", "Too loud");
    expect(await letters()).toEqual([
      ["status-change", "new+music@example.com"],
      ["status-change", "new+music@example.com"],
    ]);
  },
);

test.each(statusPaths)(
  "a decision on what belongs to no account reaches the address that was typed (%s)",
  async (path) => {
    const id = await world.submitted({ email: "Typed@example.com" });
    await world.sets(path, id, "rejected", "Too loud");
    expect(await letters()).toEqual([["status-change", "Typed@example.com"]]);
  },
);

test.each(statusPaths)("nobody is written to whose account was deleted (%s)", async (path) => {
  const owner = await world.account("ada@example.com");
  const id = await world.submitted({ artistId: owner, status: "processing" });
  await deleteArtist(owner);
  await world.sets(path, id, "processing");
  expect(await letters()).toEqual([]);
});

test("every letter to the artist of a submission goes to the account's address", async () => {
  const owner = await world.account("ada@example.com");
  const id = await world.submitted({ artistId: owner, email: "manager@example.com" });
  await (await everyLetter(id))();
  expect(await letters()).toEqual([
    ["confirmation", "ada@example.com"],
    ["status-change", "ada@example.com"],
    ["split-dispute", "ada@example.com"],
  ]);
});

test("an address that is confirmed while a letter is being written is the one it goes to", async () => {
  const owner = await world.account("ada@example.com");
  const id = await world.submitted({ artistId: owner });
  const write = await everyLetter(id);
  await world.confirmsEmail(owner, "new@example.com");
  await write();
  expect((await letters()).map(([, recipient]) => recipient)).toEqual(
    Array.from({ length: 3 }, () => "new@example.com"),
  );
});

test("an account that is deleted while a letter is being written gets none", async () => {
  const owner = await world.account("ada@example.com");
  const write = await everyLetter(await world.submitted({ artistId: owner }));
  await deleteArtist(owner);
  await write();
  expect(await letters()).toEqual([]);
});

test("staff see before they decide whom the mail goes to, and the artist after sending", async () => {
  const { portal } = world;
  const [owner, deletedOwner] = [
    await world.account("ada@example.com"),
    await world.account("b@x.example"),
  ];
  await deleteArtist(deletedOwner);
  const ids = [
    await world.submitted({ artistId: owner, email: "manager@example.com" }),
    await world.submitted({ email: "typed@example.com" }),
    await world.submitted({ artistId: deletedOwner }),
  ];
  const recipients = ["ada@example.com", "typed@example.com", "nobody: their data was deleted"];
  const fields = new URLSearchParams({ intent: "preview", status: "processing", reason: "" });
  for (const [n, id] of ids.entries()) {
    const item = await itemOf(id);
    fields.append("item[]", serializeItemVersion(item));
    const result = await reviewPost({ portal, by: staffPrincipal, item, fields });
    expect("reply" in result && result.reply.preview?.to).toBe(recipients[n]);
  }
  const { reply } = await decideSeveral(portal, staffPrincipal, fields);
  if (reply.kind !== "asked") throw new Error("It was done.");
  expect(reply.previews[0]?.to).toBe(recipients[0]);
  expect(reply.chosen.map(({ email }) => email)).toEqual(recipients);
  const receipts = ids.slice(0, 2).map((id) => receiptOf(portal, `draft-${id}`));
  expect((await Promise.all(receipts)).map((one) => one?.email)).toEqual(recipients.slice(0, 2));
});

test("a draft that was begun in an account ends with a warning to the account's address", async () => {
  const { db, clock } = world;
  const owner = await world.account("ada@example.com");
  const expiresAt = new Date(clock().getTime() + 86_400_000).toISOString();
  const beginDraft = async (id: string, artistId: string | null, email: string) => {
    await openDraft(db, { id, key: id, now: clock() }, DRAFT_LIMITS);
    const answers = JSON.stringify({ artist: { email } });
    await db.update(drafts).set({ artistId, answers, expiresAt }).where(eq(drafts.id, id));
  };
  await beginDraft("own", owner, "ada@example.com");
  await beginDraft("nobody's", null, "typed@example.com");
  await world.confirmsEmail(owner, "new@example.com");
  const endingDrafts = await draftsToWarn(db, clock(), 10);
  expect(new Map(endingDrafts.map(({ id, email }) => [id, email]))).toEqual(
    new Map([
      ["own", "new@example.com"],
      ["nobody's", "typed@example.com"],
    ]),
  );
});
