import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { artists, dataRequests, formerAddresses } from "~/domain/artists/artist-tables.server";
import { confirmEmailChange, requestEmailChange } from "~/domain/artists/email-change.server";
import { addressSpans } from "~/domain/artists/former-addresses.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { requestDeletion } from "~/domain/privacy/data-requests.server";
import { readPersonalData } from "~/domain/privacy/personal-data.server";
import { listClaimableSubmissions } from "~/domain/submission/record/account-submissions.server";
import { sweep } from "../../../workers/jobs/sweep";
import { createJobsFixture, noopSweepActions } from "../../support/jobs-fixture";
import { createMail, permissiveMailRules, putMail } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";
import {
  insertRow,
  insertSubmission,
  resetFixture,
  tablesContaining,
} from "../../support/personal-data-fixture";

/* An account with former addresses, and the data and mails under each of them. */

const HOUR = 3_600;
const DAY = 24 * HOUR;
const [OLD, NEW] = ["vigdis.ask@example.com", "v.ask@example.org"];
const ASK = "01J0A0000000000000000000VA";
const OTHER = "01J0A0000000000000000000OT";

let serial = 0;
const fixture = await openForFile(createJobsFixture);
beforeEach(() => resetFixture(fixture));

async function addAccount(id: string, email: string) {
  const timestamp = fixture.now().toISOString();
  await fixture.db.insert(artists).values({
    id,
    artistId: `A-${id.slice(-6)}`,
    codeMark: "c",
    email,
    profile: "{}",
    createdAt: timestamp,
    updatedAt: timestamp,
  });
}
async function changeEmail(artistId: string, email: string) {
  const tokenHash = `${artistId} ${email} ${fixture.now().toISOString()}`;
  await requestEmailChange(fixture.db, { artistId, email, tokenHash, now: fixture.now() });
  return confirmEmailChange(fixture.db, tokenHash, fixture.now());
}

/** Leaves something under an address in every table that has addresses, and a mail to it; all of it says `word`. */
async function insertTraces(email: string, word: string) {
  const time = fixture.now().toISOString();
  // The emptied row of an ended draft stays.
  const draftId = `D-${++serial}`;
  const later = new Date(fixture.now().getTime() + 400 * DAY * 1000).toISOString();
  const dates = { created_at: time, updated_at: time };
  await insertRow(fixture, "waiting_list", {
    id: `W-${word}`,
    reference: `W-${word}`,
    artist_name: word,
    email,
    listen_link: word,
    artist_data: "{}",
    status_history: "[]",
    reply_due_at: time,
    ...dates,
  });
  await insertRow(fixture, "invitations", {
    id: `I-${word}`,
    token_hash: `I-${word}`,
    artist_name: word,
    email: email.toUpperCase(),
    prefill: "{}",
    expires_at: later,
    created_at: time,
  });
  await insertRow(fixture, "returning_links", {
    id: `R-${word}`,
    token_hash: `R-${word}`,
    artist_name: word,
    email,
    expires_at: later,
    created_at: time,
  });
  await insertRow(fixture, "drafts", {
    id: draftId,
    key_hash: draftId,
    completed_steps: "[]",
    expires_at: later,
    answers: JSON.stringify({ artist: { email, bio: word } }),
    ...dates,
  });
  await insertRow(fixture, "submissions", {
    id: `S-${word}`,
    draft_id: `SD-${word}`,
    reference: `S-${word}`,
    artist_name: word,
    email,
    release_title: word,
    form_data: "{}",
    files: "[]",
    status: "pending",
    status_history: "[]",
    reply_due_at: time,
    others_left: 0,
    ...dates,
  });
  await putMail(
    fixture.db,
    createMail({ recipient: email, subject: word, text: word }),
    fixture.now(),
  );
  await insertRow(fixture, "mail_addresses", {
    address: email,
    verified_at: time,
    created_at: time,
  }).catch(() => undefined);
}
async function exported(artistId: string) {
  const [account] = await fixture.db.select().from(artists).where(eq(artists.id, artistId));
  const addresses = await addressSpans(fixture.db, { artistId, email: account?.email ?? "" });
  return readPersonalData(fixture.db, { artistId, addresses });
}
const readText = async (artistId: string) => JSON.stringify((await exported(artistId))?.texts);
async function deleteAccount(artistId: string) {
  await requestDeletion(fixture.db, { id: `delete ${artistId}`, artistId, now: fixture.now() });
  fixture.later(8 * DAY);
  const deletions = {
    removeExternalCopies: async () => [],
    cancelAgreements: async () => [],
    recordDeletion: async () => undefined,
    deleteLink: async () => undefined,
    notifyDeleted: async () => undefined,
  };
  for (let n = 0; n < 3; n++)
    await sweep({ ...fixture, calls: { ...noopSweepActions, deletions } }, 60, ["deletions"]);
  const [request] = await fixture.db
    .select()
    .from(dataRequests)
    .where(eq(dataRequests.artistId, artistId));
  expect(request?.doneAt).not.toBeNull();
}
/** Tables with words of something that ended keep no more of it than that it was. */
const tablesWith = async (word: string) =>
  (await tablesContaining(fixture, word)).filter((table) => table !== "audit");

test("the data download contains the former addresses and everything under them", async () => {
  await insertTraces(OLD, "first-word");
  fixture.later(HOUR);
  await addAccount(ASK, OLD);
  await insertTraces(OLD.toUpperCase().toLowerCase(), "second-word");
  fixture.later(HOUR);
  expect(await changeEmail(ASK, NEW)).toMatchObject({ before: OLD, email: NEW });
  await insertTraces(NEW, "third-word");
  const data = await exported(ASK);
  const text = JSON.stringify(data?.texts);
  for (const word of ["first-word", "second-word", "third-word", OLD])
    expect([word, text.includes(word)]).toEqual([word, true]);
  for (const file of [
    "submissions.json",
    "drafts.json",
    "links.json",
    "waiting-list.json",
    "mails.json",
  ] as const)
    expect(JSON.stringify(data?.texts[file])).toContain("second-word");
  expect(data?.texts["account.json"]).toMatchObject({ formerAddresses: [{ email: OLD }] });
});

test("a deletion removes the data and mails under every address, and the addresses themselves", async () => {
  await addAccount(ASK, OLD);
  await insertTraces(OLD, "second-word");
  fixture.later(HOUR);
  await changeEmail(ASK, NEW);
  await insertTraces(NEW, "third-word");
  fixture.later(HOUR);
  await deleteAccount(ASK);
  for (const word of ["second-word", "third-word", OLD, NEW])
    expect([word, await tablesWith(word)]).toEqual([word, []]);
  expect(await fixture.db.$count(formerAddresses)).toBe(0);
});

test("an address that another artist has later shows and takes nothing of the one before, nor the other way round", async () => {
  await addAccount(ASK, OLD);
  await insertTraces(OLD, "second-word");
  fixture.later(HOUR);
  await changeEmail(ASK, NEW);
  fixture.later(HOUR);
  await insertTraces(OLD, "between-word");
  fixture.later(HOUR);
  await addAccount(OTHER, OLD);
  await insertTraces(OLD, "other-word");
  const [mine, others] = [await readText(ASK), await readText(OTHER)];
  expect([mine.includes("second-word"), mine.includes("other-word")]).toEqual([true, false]);
  expect([others.includes("second-word"), others.includes("other-word")]).toEqual([false, true]);
  expect([mine.includes("between-word"), others.includes("between-word")]).toEqual([false, true]);
  const claimable = await listClaimableSubmissions(fixture.db, { id: OTHER, email: OLD });
  expect(claimable.map(({ id }) => id).sort()).toEqual(["S-between-word", "S-other-word"]);
  fixture.later(HOUR);
  await deleteAccount(ASK);
  expect(await tablesWith("second-word")).toEqual([]);
  expect((await readText(OTHER)).includes("other-word")).toBe(true);
  expect(await tablesWith("other-word")).toEqual(
    expect.arrayContaining(["drafts", "invitations", "mail_outbox", "submissions", "waiting_list"]),
  );
  expect(await tablesWith(OLD)).toEqual(expect.arrayContaining(["artists", "mail_addresses"]));
});

test("an address that was taken back counts as the account's throughout, except while it was another's", async () => {
  await addAccount(ASK, OLD);
  await insertTraces(OLD, "second-word");
  fixture.later(HOUR);
  await changeEmail(ASK, NEW);
  fixture.later(HOUR);
  await addAccount(OTHER, OLD);
  await insertTraces(OLD, "other-word");
  fixture.later(HOUR);
  await changeEmail(OTHER, "elsewhere@example.net");
  fixture.later(HOUR);
  await changeEmail(ASK, OLD);
  await insertTraces(OLD, "again-word");
  const [mine, others] = [await readText(ASK), await readText(OTHER)];
  for (const word of ["second-word", "again-word"])
    expect([word, mine.includes(word), others.includes(word)]).toEqual([word, true, false]);
  expect([mine.includes("other-word"), others.includes("other-word")]).toEqual([false, true]);
});

test("a link without a change stores no address, and two simultaneous links store one", async () => {
  await addAccount(ASK, OLD);
  await addAccount(OTHER, NEW);
  expect(await changeEmail(ASK, NEW)).toBeUndefined();
  expect(await fixture.db.select().from(formerAddresses)).toEqual([]);
  const emailChange = {
    artistId: ASK,
    email: "third@example.com",
    tokenHash: "t",
    now: fixture.now(),
  };
  await requestEmailChange(fixture.db, emailChange);
  const changes = await Promise.all(
    [1, 2, 3].map(() => confirmEmailChange(fixture.db, "t", fixture.now())),
  );
  expect(changes.filter(Boolean)).toHaveLength(1);
  expect((await fixture.db.select().from(formerAddresses)).map(({ email }) => email)).toEqual([
    OLD,
  ]);
});

test("the mails of a day count for all addresses of an account together", async () => {
  await addAccount(ASK, OLD);
  const rules = { ...permissiveMailRules, dailyLimit: 2 };
  const write = async (recipient: string) => {
    const result = await putMail(fixture.db, createMail({ recipient }), fixture.now(), rules);
    const [row] = await fixture.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.id, result.mailId));
    return row?.state;
  };
  expect(await write(OLD)).toBe("waiting");
  await changeEmail(ASK, NEW);
  expect(await write(NEW)).toBe("waiting");
  expect([await write(NEW), await write(OLD)]).toEqual(["held", "held"]);
  expect(await write("somebody@example.net")).toBe("waiting");
});

/** The stored bytes of every segment of a full-text index. */
async function indexBytes(): Promise<string> {
  const blobs = await Promise.all(
    ["review_search_data", "review_words_data"].map((table) =>
      fixture.db.all<{ bytes: string }>(
        sql`SELECT hex(block) AS bytes FROM ${sql.identifier(table)} ORDER BY id`,
      ),
    ),
  );
  const hex = blobs.flat().map(({ bytes }) => bytes);
  return hex.map((bytes) => Buffer.from(bytes, "hex").toString("latin1")).join("\n");
}

test("the segments of the full-text index keep no deleted text", async () => {
  const has = async () => {
    const bytes = await indexBytes();
    // A word whole; and three letters of the index that finds any three.
    return [bytes.includes("qxzwjv"), bytes.includes("qxz")];
  };
  await addAccount(ASK, OLD);
  await insertTraces(OLD, "qxzwjv");
  // Something else is written, so that what is deleted lies in a segment of its own.
  for (let n = 0; n < 40; n++)
    await insertSubmission(fixture, { n: 100 + n, status: "pending", artistId: OTHER });
  expect(await has()).toEqual([true, true]);
  fixture.later(HOUR);
  await deleteAccount(ASK);
  expect(await has()).toEqual([false, false]);
});
