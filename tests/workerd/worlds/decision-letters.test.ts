import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { waitingList } from "~/domain/access/entry-tables.server";
import { savedReasons } from "~/domain/access/staff/staff-tables.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { statusesFor } from "~/domain/review/decision";
import { findReviewItem } from "~/domain/review/queue.server";
import { listSavedReasons } from "~/domain/review/saved-reasons.server";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import { CHANGES } from "~/features/staff/review/decision-choice";
import { decisionLetters } from "~/features/staff/review/decision-letters.server";
import { reviewPost } from "~/features/staff/review/review-post.server";
import { submissionStatuses } from "~/reference/statuses";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture } from "../../support/status-paths";

/* The mail of each decision is on the page of an entry before it is decided, around the field for the reason. */

const fixture = await openForFile(createStatusFixture);
const { db, portal } = fixture;
beforeEach(async () => {
  await fixture.reset();
  // To others no subject names a title.
  const verifiedAt = fixture.clock().toISOString();
  await db
    .insert(mailAddresses)
    .values({ address: "ada@example.com", verifiedAt, createdAt: verifiedAt })
    .onConflictDoNothing();
});

async function findItem(id: string) {
  const item = await findReviewItem(db, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}
const letterOf = async (id: string, choice: string) =>
  (await decisionLetters(portal, await findItem(id))).letters[choice];

async function press(id: string, ...fields: [name: string, value: string][]) {
  const item = await findItem(id);
  const form = new URLSearchParams([["revision", String(item.revision)], ...fields]);
  return reviewPost({ context: portal, by: staffPrincipal, item, fields: form });
}

/** The mail that was written about a status. */
async function writtenMail() {
  const mails = await db.select().from(mailOutbox).orderBy(mailOutbox.id);
  return mails.find(({ kind }) => kind === "status-change");
}

const REASON = "Too loud.\n\nAnd the bass hisses";

test.each([...submissionStatuses.filter((status) => status !== "pending"), CHANGES])(
  "the mail about %s is the one that was shown, with the reason in its place",
  async (choice) => {
    const isChanges = choice === CHANGES;
    const id = await fixture.submitted({ releaseTitle: "Tin cans" });
    const letter = await letterOf(id, choice);
    const result = await press(
      id,
      ["intent", isChanges ? "ask-changes" : "set"],
      ...(isChanges ? [] : ([["status", choice]] as [string, string][])),
      ["reason", REASON],
      ["onPaper", "on"],
    );
    expect(result).toEqual({ noticeCode: isChanges ? "asked" : "decided" });
    const mail = await writtenMail();
    const shown = [letter?.before, REASON, letter?.after].join("\n\n");
    // Its links are made when it is written.
    const withoutLinks = (text = "") =>
      text
        .replace(/See the status of your submission:\nhttps:\S+\n\n/, "")
        .replace(/https:\S+/g, "LINK");
    expect(mail?.subject).toBe(letter?.subject);
    // What follows is the same in all mails.
    expect(withoutLinks(mail?.textBody).split("\n\nUnwanted email?")[0]).toBe(withoutLinks(shown));
  },
);

test("a title that holds strange signs breaks no letter", async () => {
  const id = await fixture.submitted({ releaseTitle: '{{reason}} \u001a > "x"' });
  const letter = await letterOf(id, "rejected");
  expect(letter?.before).toMatch(/This is why:$/);
  expect(letter?.after).toContain("Questions?");
});

test("an entry has letters for what it can get, and none for anything else", async () => {
  const choices = async (id: string) =>
    Object.keys((await decisionLetters(portal, await findItem(id))).letters);
  expect(await choices(await fixture.submitted())).toEqual([...submissionStatuses, CHANGES]);
  expect(await choices(await fixture.submitted({ status: "live" }))).toEqual(submissionStatuses);
  const at = fixture.clock().toISOString();
  await db.insert(waitingList).values({
    ...{ id: "W1", reference: "W1", artistName: "Ola", email: "ola@example.com" },
    ...{ statusHistory: `[{"status":"pending","at":"${at}"}]`, replyDueAt: at },
    ...{ artistData: "{}", listenLink: "", createdAt: at, updatedAt: at },
  });
  expect(await choices("W1")).toEqual(statusesFor("waiting"));
});

test("where no email goes out, the page says so before", async () => {
  const id = await fixture.submitted({ email: "ada@example.com" });
  const fateOf = async () => (await decisionLetters(portal, await findItem(id))).outcome;
  expect(await fateOf()).toBe("waiting");
  const owner = await fixture.account("ada@example.com");
  await db
    .update(artists)
    .set({ mailChoices: JSON.stringify({ statuses: false }) })
    .where(eq(artists.id, owner));
  expect(await fateOf()).toBe("unwanted");
});

/* Without script the texts of the chosen reasons are filled in by the server. */

const lastReason = async (id: string) =>
  (await loadStatusHistory(db, await findItem(id))).at(-1)?.reason;

test("where no reason was typed, the chosen one's text counts, with the names of the entry", async () => {
  const [saved] = await listSavedReasons(db, "reject", fixture.clock());
  const id = await fixture.submitted({ artistName: "Vale", releaseTitle: "Tin" });
  const text = "Dear {artist}, {title} is too loud.";
  await db
    .update(savedReasons)
    .set({ text })
    .where(eq(savedReasons.id, saved?.id ?? ""));
  const result = await press(
    id,
    ["intent", "set"],
    ["status", "rejected"],
    ["reason", " "],
    ["savedReason", saved?.id ?? ""],
  );
  expect([result, await lastReason(id)]).toEqual([
    { noticeCode: "decided" },
    "Dear Vale, Tin is too loud.",
  ]);
});

test("the mail of a final no is the one that was shown for its reason", async () => {
  const id = await fixture.submitted({ email: "ada@example.com" });
  const { ends } = (await decisionLetters(portal, await findItem(id))).letters.rejected ?? {};
  expect(ends?.final).toContain("This is our last word");
  await press(id, ["intent", "set"], ["status", "rejected"], ["savedReason", "reason-sound"]);
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.submissionId, id));
  expect(mail?.textBody).toContain("This is our last word");
  expect(mail?.textBody).not.toContain("/fix/");
});

test("several chosen texts follow one another, and what was typed counts before them", async () => {
  const texts = await listSavedReasons(db, "changes", fixture.clock());
  const chosen = texts.slice(0, 2).map(({ id }): [string, string] => ["savedReason", id]);
  const [both, typed] = [await fixture.submitted(), await fixture.submitted()];
  await press(both, ["intent", "ask-changes"], ...chosen);
  const filled = texts
    .slice(0, 2)
    .map(({ text }) => text.replaceAll("{artist}", "Ada").replaceAll("{title}", "Engine"));
  expect(await lastReason(both)).toBe(filled.join("\n\n"));
  await press(typed, ["intent", "ask-changes"], ["reason", "Mix it."], ...chosen);
  expect(await lastReason(typed)).toBe("Mix it.");
});

test("a reason that is not there is none", async () => {
  const id = await fixture.submitted();
  const result = await press(
    id,
    ["intent", "set"],
    ["status", "rejected"],
    ["savedReason", "gone"],
  );
  expect(result).toMatchObject({ status: 400, reply: { errors: { reason: {} } } });
  expect((await findItem(id)).status).toBe("pending");
});

test.each([
  ...["preview", "preview-changes", "change", "edit-changes", "use-reason", "use-changes-reason"],
])("%s is no button any more", async (intent) => {
  const id = await fixture.submitted();
  await expect(press(id, ["intent", intent], ["status", "approved"])).rejects.toMatchObject({
    status: 400,
  });
});
