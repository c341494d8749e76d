import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { artists } from "~/domain/artists/artist-tables.server";
import { confirmationMail } from "~/domain/mail/confirmation";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { mailStatements } from "~/domain/mail/outbox.server";
import { splitDisputeMail } from "~/domain/mail/split-mails";
import { boardChangeMail } from "~/domain/mail/status-mail";
import { serializeItemVersion } from "~/domain/review/decision";
import { findReviewItem } from "~/domain/review/queue.server";
import { draftsToWarn } from "~/domain/submission/draft/draft-expiry.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { NOT_MAILED, statusText } from "~/domain/submission/record/status-text";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { drafts } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { showOwnSubmission } from "~/features/portal/submission/own-submission-page.server";
import { decideSeveral } from "~/features/staff/queue/bulk-decide.server";
import { decisionLetters } from "~/features/staff/review/decision-letters.server";
import { receiptOf } from "~/features/wizard/success/receipt.server";
import { randomIds } from "~/platform/ids";
import { staffPrincipal } from "../../support/accounts";
import { DRAFT_LIMITS } from "../../support/complete-draft";
import { permissiveMailRules } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture, statusPaths } from "../../support/status-paths";

/* Mails about a submission go to its account, at the address that was confirmed last. */

const fixture = await openForFile(createStatusFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(drafts);
  await fixture.db.delete(uploads);
});

const letters = async () => (await fixture.mails()).filter(([kind]) => kind !== "account");
const deleteArtist = async (id: string) =>
  fixture.db
    .update(artists)
    .set({ email: "", deletedAt: fixture.clock().toISOString() })
    .where(eq(artists.id, id));

async function findSubmissionRow(id: string) {
  const submission = await findSubmission(fixture.db, id);
  if (!submission) throw new Error("It is not there.");
  return submission;
}

async function findItemId(id: string) {
  const item = await findReviewItem(fixture.db, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}

/** Every mail to the artist of a submission, before it is saved. */
async function everyLetter(id: string) {
  const { db, clock, portal } = fixture;
  const { brand } = portal.mail;
  const submission = await findSubmissionRow(id);
  const letterFields = { submissionId: id, recipient: submission.email, url: "https://x.example" };
  const track = { release: "Engine", track: "One", writer: "Bo", share: 50 };
  const dispute = { firstName: "Ada", artistName: "Ada", ...track };
  const mails = [
    confirmationMail(submission, brand),
    boardChangeMail(
      { submission, status: "processing", changeNumber: 1 },
      brand,
      permissiveMailRules.site,
    ),
    splitDisputeMail({ ...letterFields, ...dispute, note: "No", occasion: id }, brand),
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
  "a decision is mailed to the address that the artist has confirmed since (%s)",
  async (path) => {
    const owner = await fixture.account("ada@example.com");
    const ids = [
      await fixture.submitted({ artistId: owner }),
      await fixture.submitted({ artistId: owner, email: "manager@example.com" }),
    ];
    await fixture.confirmsEmail(owner, "New+music@example.com");
    for (const [n, id] of ids.entries())
      await fixture.sets(path, id, ["rejected", "approved"][n] ?? "", "Too loud");
    expect(await letters()).toEqual([
      ["status-change", "new+music@example.com"],
      ["status-change", "new+music@example.com"],
    ]);
  },
);

test.each(statusPaths)(
  "a decision on a submission without an account is mailed to the typed address (%s)",
  async (path) => {
    const id = await fixture.submitted({ email: "Typed@example.com" });
    await fixture.sets(path, id, "rejected", "Too loud");
    expect(await letters()).toEqual([["status-change", "Typed@example.com"]]);
  },
);

test.each(statusPaths)("no mail is sent to a deleted account (%s)", async (path) => {
  const owner = await fixture.account("ada@example.com");
  const id = await fixture.submitted({ artistId: owner, status: "processing" });
  await deleteArtist(owner);
  await fixture.sets(path, id, "processing");
  expect(await letters()).toEqual([]);
});

test("a mail goes to an address that is confirmed while the mail is being written", async () => {
  const owner = await fixture.account("ada@example.com");
  const id = await fixture.submitted({ artistId: owner, email: "manager@example.com" });
  const write = await everyLetter(id);
  await fixture.confirmsEmail(owner, "new@example.com");
  await write();
  expect(await letters()).toEqual([
    ["confirmation", "new@example.com"],
    ["status-change", "new@example.com"],
    ["split-dispute", "new@example.com"],
  ]);
});

test("an account that is deleted while a mail is being written gets none", async () => {
  const owner = await fixture.account("ada@example.com");
  const write = await everyLetter(await fixture.submitted({ artistId: owner }));
  await deleteArtist(owner);
  await write();
  expect(await letters()).toEqual([]);
});

test("staff see before they decide whom the mail goes to, and the artist after sending", async () => {
  const { portal } = fixture;
  const [owner, deletedOwner] = [
    await fixture.account("ada@example.com"),
    await fixture.account("b@x.example"),
  ];
  await deleteArtist(deletedOwner);
  const ids = [
    await fixture.submitted({ artistId: owner, email: "manager@example.com" }),
    await fixture.submitted({ email: "typed@example.com" }),
    await fixture.submitted({ artistId: deletedOwner }),
  ];
  const recipients = ["ada@example.com", "typed@example.com", "nobody: their data was deleted"];
  const fields = new URLSearchParams({ intent: "preview", status: "processing", reason: "" });
  for (const [n, id] of ids.entries()) {
    const item = await findItemId(id);
    fields.append("item[]", serializeItemVersion(item));
    expect((await decisionLetters(portal, item)).to).toBe(recipients[n]);
  }
  const { reply } = await decideSeveral(portal, staffPrincipal, fields);
  if (reply.kind !== "asked") throw new Error("It was done.");
  expect(reply.previews[0]?.to).toBe(recipients[0]);
  expect(reply.chosen.map(({ email }) => email)).toEqual(recipients);
  const receipts = ids.slice(0, 2).map((id) => receiptOf(portal, `draft-${id}`));
  expect((await Promise.all(receipts)).map((receipt) => receipt?.email)).toEqual(
    recipients.slice(0, 2),
  );
});

test("a draft that was begun in an account ends with a warning to the account's address", async () => {
  const { db, clock } = fixture;
  const owner = await fixture.account("ada@example.com");
  const expiresAt = new Date(clock().getTime() + 86_400_000).toISOString();
  const beginDraft = async (id: string, artistId: string | null, email: string) => {
    await openDraft(db, { id, key: id, now: clock() }, DRAFT_LIMITS);
    const answers = JSON.stringify({ artist: { email } });
    await db.update(drafts).set({ artistId, answers, expiresAt }).where(eq(drafts.id, id));
  };
  await beginDraft("own", owner, "ada@example.com");
  await beginDraft("nobody's", null, "typed@example.com");
  await fixture.confirmsEmail(owner, "new@example.com");
  const endingDrafts = await draftsToWarn(db, clock(), 10);
  expect(new Map(endingDrafts.map(({ id, email }) => [id, email]))).toEqual(
    new Map([
      ["own", "new@example.com"],
      ["nobody's", "typed@example.com"],
    ]),
  );
});

/* What the page of a rejected submission says of the email about it. */

const SPECIFIED = statusText("rejected").text;

const setMailChoice = (id: string, statuses: boolean) =>
  fixture.db
    .update(artists)
    .set({ mailChoices: JSON.stringify({ statuses }) })
    .where(eq(artists.id, id));

/** The page of a submission as its artist has it. */
function pageOf(artistId: string, id: string) {
  const scope = { ...fixture.portal.scope, artistDay: (now: Date) => now };
  const context = { ...fixture.portal, scope, drive: { state: "off" } } as typeof fixture.portal;
  return showOwnSubmission(
    context,
    { id: artistId, artistId: "A-1", name: "Ada", sessionId: "s", kind: "browser" },
    id,
  );
}

test.each(statusPaths)(
  "who chose no emails about statuses is sent to none, then and later (%s)",
  async (path) => {
    const artistId = await fixture.account("ada@example.com");
    await setMailChoice(artistId, false);
    const id = await fixture.submitted({ email: "ada@example.com", artistId });
    await fixture.sets(path, id, "rejected", "Too quiet.");
    const pageTexts = async () => {
      const { banner, reason } = await pageOf(artistId, id);
      return [banner.title, banner.text, reason];
    };
    const expectedTexts = ["Your submission was not approved", NOT_MAILED, "Too quiet."];
    expect(await pageTexts()).toEqual(expectedTexts);
    await setMailChoice(artistId, true);
    expect(await pageTexts()).toEqual(expectedTexts);
  },
);

test.each(statusPaths)(
  "where an email was written the specified text stays, whatever is chosen later (%s)",
  async (path) => {
    const artistId = await fixture.account("ada@example.com");
    const id = await fixture.submitted({ email: "ada@example.com", artistId });
    await fixture.sets(path, id, "rejected", "Too quiet.");
    expect((await pageOf(artistId, id)).banner.text).toBe(SPECIFIED);
    await setMailChoice(artistId, false);
    expect((await pageOf(artistId, id)).banner.text).toBe(SPECIFIED);
  },
);

test.each([
  ["stopped", NOT_MAILED],
  ["failed", NOT_MAILED],
  ["held", SPECIFIED],
  ["sent", SPECIFIED],
])("an email that is %s is told of as what it is", async (state, text) => {
  const artistId = await fixture.account("ada@example.com");
  const id = await fixture.submitted({ email: "ada@example.com", artistId });
  await fixture.sets("staff, one by one", id, "rejected", "Too quiet.");
  await fixture.db.update(mailOutbox).set({ state });
  expect((await pageOf(artistId, id)).banner.text).toBe(text);
});
