import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestArtist, signedInArtist, signIn, staffPasscode } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { type AppStores, openAppStores, pollUntil } from "../support/app-stores";
import { coverBytes, createDraftAt, sha256, songBytes } from "../support/drafts";
import { waitForOutput } from "../support/log-lines";
import { pageText } from "../support/page-parts";
import { type SmtpServer, startSmtpServer, TRUSTED, USER } from "../support/smtp-server";
import { artistAnswers, Visitor } from "../support/visitor";

/*
 * The whole app with a real mail server over TLS, whose certificate the runtime trusts like a
 * company's own. Tests the way from the artist's click to the artist's mailbox.
 */

let folder: string;
let office: SmtpServer;
let app: AppServer;
let inside: AppStores;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mail-"));
  const authorities = join(folder, "own-authorities.pem");
  writeFileSync(authorities, TRUSTED.cert);
  office = await startSmtpServer("starttls");
  process.env.NODE_EXTRA_CA_CERTS = authorities;
  app = await startApp({
    build: false,
    env: {
      SMTP_HOST: "localhost",
      SMTP_PORT: String(office.port),
      SMTP_USERNAME: USER.username,
      SMTP_PASSWORD: USER.password,
      MAIL_FROM: "music@label.example",
      DROPBOX_SIGN_SANDBOX: "1",
    },
  });
  inside = await openAppStores(app);
});
afterAll(async () => {
  delete process.env.NODE_EXTRA_CA_CERTS;
  await inside?.close();
  await app?.stop();
  await office?.close();
  rmSync(folder, { recursive: true, force: true });
});

const mailbox = (recipient: string) =>
  office.mailbox.filter(({ recipients }) => recipients.includes(recipient));
const arrives = (recipient: string) => pollUntil(async () => mailbox(recipient)[0]?.parsed);

test("a submission is confirmed to the artist, with a receipt for every file", async () => {
  const email = "receipt@example.com";
  const visitor = await createDraftAt("review", { email }, new Visitor(app.url));
  await visitor.post("/submit/review", { intent: "submit" });
  const { subject, text = "", from } = await arrives(email);
  const [submission] = await inside.rows("SELECT * FROM submissions WHERE email = ?", email);
  expect(from).toEqual({ name: "Mahogany", address: "music@label.example" });
  expect(subject).toBe(`We received your submission (${submission?.reference})`);
  expect(text).toContain(`Artist: ${artistAnswers.artistName}`);
  expect(text).toContain(`Reference: ${submission?.reference}`);
  expect(text).toMatch(/Reply due by: \w+ \d+, \d{4}/);
  expect(text).toContain(`ferry.wav: ${sha256(songBytes)}`);
  expect(text).toContain(`cover.jpg: ${sha256(coverBytes)}`);
  const states = await pollUntil(async () => {
    const sql = "SELECT type, state FROM jobs WHERE submission_id = ? ORDER BY type";
    const rows = await inside.rows(sql, submission?.id);
    return rows.every(({ state }) => state === "done") ? rows : undefined;
  });
  expect(states.map(({ type }) => type)).toContain("send-mail");
  expect(mailbox(email)).toHaveLength(1);
  expect(await waitForOutput(app.output, '"event":"mail.sent"')).not.toContain(email);
});

test("a link asked for by mail arrives, opens the draft, and is forgotten here", async () => {
  const email = "link@example.com";
  const visitor = await createDraftAt("music", {}, new Visitor(app.url));
  await visitor.post("/submit/continue", { intent: "mail-link", email });
  const { text = "" } = await arrives(email);
  const link = /\/submit\/continue\/[\w-]{43}/.exec(text)?.[0] ?? "";
  const other = new Visitor(app.url);
  const reply = await other.post(link, { intent: "continue" });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit"]);
  const sql = "SELECT * FROM mail_outbox WHERE recipient = ?";
  const [row] = await pollUntil(async () => {
    const rows = await inside.rows(sql, email);
    return rows[0]?.state === "sent" ? rows : undefined;
  });
  expect(row).toMatchObject({ text_body: "", html_body: "" });
});

test("a lost link is mailed again, only to its original address", async () => {
  const email = "lost@example.com";
  const visitor = await createDraftAt("music", {}, new Visitor(app.url));
  await visitor.post("/submit/continue", { intent: "mail-link", email });
  await arrives(email);
  const elsewhere = new Visitor(app.url);
  const request = async (address: string) => {
    const form = { intent: "mail-again", email: address };
    const reply = await elsewhere.post("/submit/open", form);
    return [reply.status, await reply.text()] as const;
  };
  const [unknown, knownReply] = [
    await request("stranger@example.com"),
    await request("Lost@Example.com"),
  ];
  expect(knownReply[0]).toBe(200);
  // Except for random values of each page.
  const words = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/[\w-]{16,}/g, "");
  const visibleText = (html: string) => words(html.replace(/<script.*?<\/script>/gs, ""));
  expect(visibleText(knownReply[1])).toBe(visibleText(unknown[1]));
  const mails = () => office.mailbox.filter(({ recipients }) => /lost@/i.test(String(recipients)));
  const repeated = await pollUntil(async () => mails()[1]?.parsed);
  const link = /\/submit\/continue\/[\w-]{43}/.exec(repeated.text ?? "")?.[0] ?? "";
  const reply = await elsewhere.post(link, { intent: "continue" });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit"]);
  expect(mailbox("stranger@example.com")).toEqual([]);
  const outbox = "SELECT id FROM mail_outbox WHERE recipient = ?";
  expect(await inside.rows(outbox, "stranger@example.com")).toEqual([]);
});

test("staff send themselves a test mail, and read what became of it", async () => {
  const staff = new Visitor(app.url);
  await signIn(staff, { passcode: staffPasscode(app) });
  const press = async (to: string) => {
    const reply = await staff.post("/staff/connections", { intent: "test-mail", to });
    const page = await staff.send(reply.headers.get("Location") ?? "");
    return pageText(await page.text());
  };
  expect(await press("ida@label.example")).toContain("The mail server has taken it.");
  expect(await arrives("ida@label.example")).toMatchObject({
    subject: "A test of the mail server",
  });
  await inside.rows("DELETE FROM rate_windows");
  office.behave({ refuse: { code: 550, text: `5.7.1 ${USER.password}`, times: 1 } });
  const refusal = await press("ola@label.example");
  expect(refusal).toContain("The mail server refused it:");
  expect(refusal).not.toContain(USER.password);
  office.behave();
});

test("mails that anybody can cause are held; code and link arrive, and staff let go what is held", async () => {
  const [artist, other] = [await createTestArtist({}, app), await createTestArtist({}, app)];
  const { email } = artist;
  for (let n = 0; n < 4; n++) {
    const listenLink = `https://soundcloud.com/vale/${crypto.randomUUID()}`;
    const artistData = { ...artistAnswers, email, listenLink };
    const reply = await new Visitor(app.url).json("/api/waiting-list", { artistData });
    expect(reply.status).toBe(200);
  }
  const arrivedSubjects = () => mailbox(email).map(({ parsed: read }) => read.subject ?? "");
  const confirmations = () => arrivedSubjects().filter((text) => text.includes("waiting list"));
  const [heldMail] = await pollUntil(async () => {
    const rows = await inside.rows(
      "SELECT id FROM mail_outbox WHERE recipient = ? AND state = 'held'",
      email,
    );
    return rows[0] && confirmations().length === 3 ? rows : undefined;
  });
  const staff = new Visitor(app.url);
  await signIn(staff, { passcode: staffPasscode(app) });
  const pagePath = ({ id }: { id: string }) => `/staff/artists/${id}`;
  const readPage = async (path: string) => pageText(await (await staff.send(path)).text());
  const coded = await staff.post(pagePath(artist), { intent: "new-code" });
  expect(await readPage(coded.headers.get("Location") ?? "")).toContain(
    `The code is on its way to ${email}.`,
  );
  await pollUntil(async () =>
    arrivedSubjects().some((text) => text.includes("invitation code")) ? true : undefined,
  );
  expect(await readPage(pagePath(artist))).toContain("Send it now");
  const removeAccount = (account: { id: string }) =>
    staff.post(pagePath(account), { intent: "let-go", mail: String(heldMail?.id) });
  expect((await removeAccount(other)).status).toBe(404);
  const reply = await removeAccount(artist);
  expect(await readPage(reply.headers.get("Location") ?? "")).toContain("The email is on its way.");
  await pollUntil(async () => (confirmations().length === 4 ? true : undefined));
  expect((await removeAccount(artist)).status).toBe(404);
  const visitor = new Visitor(app.url);
  const asked = await visitor.post("/login", { intent: "link", email, to: "/dashboard" });
  const sentPage = await visitor.send(asked.headers.get("Location") ?? "");
  expect(pageText(await sentPage.text())).toContain("Now look at your email.");
  const text = await pollUntil(async () =>
    mailbox(email)
      .map(({ parsed: read }) => read.text ?? "")
      .find((line) => line.includes("/login/link/")),
  );
  const link = /\/login\/link\/[\w-]{43}/.exec(text)?.[0] ?? "";
  expect((await visitor.post(link, {})).headers.get("Location")).toBe("/dashboard");
});

test("health tells that mail is live", async () => {
  const health = (await (await fetch(`${app.url}/api/health`)).json()) as {
    integrations: Record<string, string>;
  };
  expect(health.integrations.mail).toBe("live");
});

/** An artist who looks at the agreement, and the latest request to sign it. */
async function requestAgreement() {
  const { artist, visitor } = await signedInArtist({ name: "Sigrid Valentin" }, app);
  await visitor.send("/agreement");
  const request = async () => {
    const sql = "SELECT * FROM signature_requests WHERE artist_id = ? ORDER BY id DESC";
    const [row] = await inside.rows(sql, artist.id);
    return row;
  };
  return { artist, visitor, request };
}

const waysToSign: Record<
  string,
  (member: Awaited<ReturnType<typeof requestAgreement>>) => Promise<void>
> = {
  async "on our own page"({ visitor, request }) {
    await visitor.post("/agreement", { intent: "here" });
    const row = await request();
    const form = { request: String(row?.id), textHash: String(row?.text_hash), consent: "on" };
    await visitor.post("/agreement", { ...form, intent: "sign", typedName: "Sigrid Valentin" });
  },
  async "at Dropbox Sign"({ visitor, request }) {
    const signatureId = (await request())?.provider_signature_id;
    const settled = { signatureId, status: "signed" };
    const url = `${app.url}/sandbox/dropbox-sign/settle`;
    await fetch(url, { method: "POST", body: JSON.stringify(settled) });
    // Both look the signature up there.
    await Promise.all([visitor.send("/agreement"), visitor.send("/agreement")]);
  },
};

test.each(Object.keys(waysToSign))(
  "whoever signs %s gets one mail with the signed PDF, and no second one later",
  async (way) => {
    const member = await requestAgreement();
    await waysToSign[way]?.(member);
    const { subject, text, attachments } = await arrives(member.artist.email);
    expect(subject).toBe("Your signed agreement with Mahogany");
    expect(text).toContain("Hello Sigrid Valentin,");
    const [attachment, ...others] = attachments;
    expect([attachment?.filename, others]).toEqual(["Artist Agreement.pdf", []]);
    const bytes = new Uint8Array(attachment?.content as ArrayBuffer);
    expect(String.fromCharCode(...bytes.slice(0, 4))).toBe("%PDF");
    const row = await member.request();
    expect(sha256(bytes)).toBe(row?.document_hash);
    expect(text).toContain(String(row?.document_hash));
    expect((await PDF.load(bytes)).getPages().length).toBeGreaterThan(0);
    await member.visitor.send(`/agreement/${row?.id}.pdf`);
    await member.visitor.send("/agreement");
    const sql = "SELECT attachment_key FROM mail_outbox WHERE dedupe_key = ?";
    expect(await inside.rows(sql, `agreement-copy:${row?.id}`)).toEqual([
      { attachment_key: row?.document_key },
    ]);
  },
);
