import { createHash, createHmac } from "node:crypto";
import { PDF } from "@libpdf/core";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONSENT_NEEDED, NAME_NEEDED } from "~/domain/artists/agreement/signature";
import {
  DECLINED,
  EXPIRED,
  NO_SIGN_URL,
  NOT_CHECKED,
  NOT_CREATED,
  NOT_CREATED_AGAIN,
  NOT_INITIALIZED,
  NOT_REGISTERED,
} from "~/domain/artists/agreement/signing-texts";
import { signedInArtist, staffMember, type TestArtist } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { waitForOutput } from "../support/log-lines";
import { pageText } from "../support/page-parts";
import type { Visitor } from "../support/visitor";

const rowSchema = v.object({
  id: v.string(),
  status: v.string(),
  provider: v.string(),
  text_hash: v.string(),
  template_version: v.string(),
  document_key: v.nullable(v.string()),
  document_hash: v.nullable(v.string()),
  provider_request_id: v.nullable(v.string()),
  provider_signature_id: v.nullable(v.string()),
});

async function requests({ id }: TestArtist, url?: string) {
  const sql = "SELECT * FROM signature_requests WHERE artist_id = ? ORDER BY id DESC";
  return v.parse(v.array(rowSchema), await openStoreReader(url).rows(sql, id));
}
async function latest(artist: TestArtist, url?: string) {
  const [row] = await requests(artist, url);
  if (!row) throw new Error("No request");
  return row;
}
const html = async (reply: Promise<Response>) =>
  (await (await reply).text()).replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
const page = (visitor: Visitor) => html(visitor.send("/agreement"));

async function requestAgreement(profile = { name: "Sigrid Valentin" }, app?: AppServer) {
  const member = await signedInArtist(profile, app);
  await page(member.visitor);
  const row = await latest(member.artist, app?.url);
  const form = { request: row.id, textHash: row.text_hash, to: "/dashboard?tab=1" };
  const post = (extraFields: Record<string, string>) =>
    member.visitor.post("/agreement", { ...form, ...extraFields });
  const sign = (extraFields: Record<string, string> = {}) =>
    post({ intent: "sign", typedName: "Sigrid Valentin", consent: "on", ...extraFields });
  /** Waits until the jobs worker has made the PDF of the signed agreement. */
  const signedRow = () =>
    pollUntil(async () => {
      const signed = await latest(member.artist, app?.url);
      return signed.document_key === null ? undefined : signed;
    });
  return { ...member, row, post, sign, signedRow };
}
const findSignature = async ({ id }: TestArtist) => {
  const [row] = await openStoreReader().rows(
    "SELECT contract_signature_id AS signed FROM artists WHERE id = ?",
    id,
  );
  return row?.signed;
};

test("an agreement is signed by name and consent, and is one PDF with its hash in the trail", async () => {
  const { artist, visitor, row, sign, signedRow } = await requestAgreement();
  // The hash covers exactly the displayed text.
  const [storedRow] = await openStoreReader().rows(
    "SELECT text FROM signature_requests WHERE id = ?",
    row.id,
  );
  const agreementText = String(storedRow?.text);
  expect(createHash("sha256").update(agreementText).digest("hex")).toBe(row.text_hash);
  const pageContent = pageText(await page(visitor)).replaceAll(/\s+/g, " ");
  for (const paragraph of agreementText.split("\n\n"))
    expect(pageContent).toContain(paragraph.replace(/^- /, ""));
  const reply = await sign();
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/dashboard?tab=1"]);
  const signedRequest = await signedRow();
  expect([signedRequest.status, await findSignature(artist)]).toEqual(["signed", row.id]);
  expect(await html(visitor.send("/dashboard?tab=1"))).toContain("Agreement Signed");
  const file = await visitor.send(`/agreement/${row.id}.pdf`);
  expect(file.headers.get("Content-Type")).toBe("application/pdf");
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(signedRequest.document_hash);
  expect(await openStoreReader().object(signedRequest.document_key ?? "")).toEqual(bytes);
  const text = (await PDF.load(bytes))
    .getPages()
    .map((documentPage) => documentPage.extractText().text)
    .join(" ");
  for (const expectedText of ["Sigrid Valentin", row.id, row.text_hash, "Royalty schedule"])
    expect(text).toContain(expectedText);
  const auditEntries = await openStoreReader().rows(
    "SELECT * FROM audit WHERE subject = ? ORDER BY action DESC",
    row.id,
  );
  expect(auditEntries.map(({ action, detail }) => [action, detail])).toEqual([
    ["agreement-signed", `SHA-256 of the signed text: ${row.text_hash}`],
    ["agreement-filed", `SHA-256 of the signed PDF: ${signedRequest.document_hash}`],
  ]);
  for (const auditEntry of auditEntries)
    expect(auditEntry).toMatchObject({
      staff_id: `artist:${artist.artistId}`,
      // Only the document has the name, because the trail is kept longer than names may be.
      staff_name: artist.artistId,
    });
});

test("of ten simultaneous signatures one counts, and only its document is kept", async () => {
  const { artist, row, sign, signedRow } = await requestAgreement();
  const replies = await Promise.all(Array.from({ length: 10 }, () => sign()));
  await signedRow();
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 302));
  const auditEntries = await openStoreReader().rows(
    "SELECT action FROM audit WHERE subject = ?",
    row.id,
  );
  expect([auditEntries.length, (await requests(artist)).length]).toEqual([2, 1]);
});

test.each([
  [{ typedName: "" }, 400, NAME_NEEDED],
  [{ typedName: "Ola Nordmann" }, 400, "Type your name as in the agreement: Sigrid Valentin."],
  [{ consent: "" }, 400, CONSENT_NEEDED],
  [{ textHash: "0".repeat(64) }, 409, "The agreement has changed since you opened it"],
])("with %o nothing is signed, and the form says why", async (fields, status, text) => {
  const { artist, sign } = await requestAgreement();
  const reply = await sign(fields);
  expect([reply.status, (await latest(artist)).status]).toEqual([status, "awaiting_signature"]);
  expect((await reply.text()).replaceAll("&#x27;", "'")).toContain(text);
});

test("after a profile change the agreement is requested again, and the old form signs nothing", async () => {
  const { artist, visitor, row, sign } = await requestAgreement();
  const profile = JSON.stringify({ name: "Sigrid Berg", artistName: "Sigrid Vale" });
  const change = "UPDATE artists SET profile = ? WHERE id = ? RETURNING id";
  await openStoreReader().rows(change, profile, artist.id);
  expect((await sign()).status).toBe(409);
  await page(visitor);
  const rows = await requests(artist);
  expect(rows.map(({ status }) => status)).toEqual(["awaiting_signature", "expired"]);
  expect(rows[0]?.text_hash).not.toBe(row.text_hash);
});

test("changing a name and changing it back does not expire the agreement", async () => {
  const { artist, visitor } = await requestAgreement();
  const change = "UPDATE artists SET profile = ? WHERE id = ? RETURNING id";
  for (const name of ["Sigrid Berg", "Sigrid Valentin"]) {
    const profile = JSON.stringify({ name, artistName: "Sigrid Vale" });
    await openStoreReader().rows(change, profile, artist.id);
    expect(await page(visitor)).not.toContain(EXPIRED);
  }
  const states = (await requests(artist)).map(({ status }) => status);
  expect(states).toEqual(["awaiting_signature", "expired", "expired"]);
});

test("it can be declined and requested again with 'Try Again'; an old form signs nothing", async () => {
  const { artist, visitor, post, sign } = await requestAgreement();
  await post({ intent: "decline" });
  const pageHtml = await page(visitor);
  expect([pageHtml.includes(DECLINED), pageHtml.includes("Try Again")]).toEqual([true, true]);
  expect(await html(sign())).toContain(DECLINED);
  expect((await requests(artist)).length).toBe(1);
  await post({ intent: "again" });
  expect((await latest(artist)).status).toBe("awaiting_signature");
});

test("after 30 days it has expired, and 'Try Again' requests it again", async () => {
  const { artist, visitor, row, post, sign } = await requestAgreement();
  const past = "UPDATE signature_requests SET expires_at = '2026-01-01' WHERE id = ? RETURNING id";
  await openStoreReader().rows(past, row.id);
  expect(await html(sign())).toContain(EXPIRED);
  expect(await page(visitor)).toContain(EXPIRED);
  expect((await latest(artist)).status).toBe("expired");
  await post({ intent: "again" });
  expect((await requests(artist)).map(({ status }) => status)).toEqual([
    "awaiting_signature",
    "expired",
  ]);
});

test("a new version of the template is requested again, and the signed agreement is kept", async () => {
  const { artist, visitor, row, sign, signedRow } = await requestAgreement();
  await sign();
  await signedRow();
  const older =
    "UPDATE signature_requests SET template_version = '2025-01', text_hash = 'x' WHERE id = ? RETURNING id";
  await openStoreReader().rows(older, row.id);
  const pageHtml = await page(visitor);
  expect(pageHtml).toContain("new version");
  expect(pageHtml).toContain(`/agreement/${row.id}.pdf`);
  expect((await requests(artist)).map(({ status }) => status)).toEqual([
    "awaiting_signature",
    "signed",
  ]);
});

test("another artist's agreement looks like one that does not exist; staff can open it", async () => {
  const { row, sign, signedRow } = await requestAgreement();
  await sign();
  await signedRow();
  const { visitor: other } = await signedInArtist();
  const [theirs, none] = [`/agreement/${row.id}.pdf`, `/agreement/${"0".repeat(26)}.pdf`];
  const replies = await Promise.all([theirs, none].map((path) => other.send(path)));
  const [first, second] = await Promise.all(replies.map((reply) => reply.text()));
  expect(replies.map(({ status }) => status)).toEqual([404, 404]);
  expect(first?.replaceAll(row.id, "")).toBe(second?.replaceAll("0".repeat(26), ""));
  const declineReply = await other.post("/agreement", { intent: "decline", request: row.id });
  expect(declineReply.status).toBe(404);
  expect((await (await staffMember("Ida")).send(theirs)).status).toBe(200);
});

test("HTML in a name is text", async () => {
  const { visitor } = await requestAgreement({ name: "<script>alert(1)</script>" });
  expect(await page(visitor)).not.toContain("<script>alert");
});

let app: AppServer;
beforeAll(async () => {
  app = await startApp({ build: false, env: { DROPBOX_SIGN_SANDBOX: "1" } });
});
afterAll(() => app?.stop());

const desk = (path: string, body: object) =>
  fetch(`${app.url}/sandbox/dropbox-sign/${path}`, { method: "POST", body: JSON.stringify(body) });
const atDropbox = () => requestAgreement({ name: "Sigrid Valentin" }, app);

/** An event as Dropbox Sign sends it. */
function event(requestId: string, { key = "sandbox-key", type = "signature_request_signed" } = {}) {
  const time = "1790000000";
  const hash = createHmac("sha256", key)
    .update(time + type)
    .digest("hex");
  const body = new FormData();
  const about = { event_time: time, event_type: type, event_hash: hash };
  const signature_request = { signature_request_id: requestId, is_complete: true };
  body.set("json", JSON.stringify({ event: about, signature_request }));
  return fetch(`${app.url}/api/dropbox-sign/events`, { method: "POST", body });
}

const opens = (request: string) => ({ intent: "open", request, to: "/agreement" });

test("an event of Dropbox Sign is verified there: signed once, however often the event comes", async () => {
  const { artist, visitor, row } = await atDropbox();
  const id = row.provider_request_id ?? "";
  expect(await (await event(id)).text()).toBe("Hello API Event Received");
  expect((await latest(artist, app.url)).status).toBe("awaiting_signature");
  await desk("settle", { signatureId: row.provider_signature_id, status: "signed" });
  const replies = await Promise.all([event(id), event(id), event(id)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const signedRequest = await latest(artist, app.url);
  expect(signedRequest.status).toBe("signed");
  await event(id);
  expect(await latest(artist, app.url)).toEqual(signedRequest);
  const file = await visitor.send(`/agreement/${row.id}.pdf`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(signedRequest.document_hash);
  const auditEntries = await openStoreReader(app.url).rows(
    "SELECT staff_name FROM audit WHERE subject = ?",
    row.id,
  );
  expect(auditEntries).toEqual([{ staff_name: artist.artistId }]);
});

test("a forged event, and one that cannot be read, change nothing", async () => {
  const { artist, row } = await atDropbox();
  await desk("settle", { signatureId: row.provider_signature_id, status: "signed" });
  const id = row.provider_request_id ?? "";
  expect((await event(id, { key: "another-key" })).status).toBe(403);
  const nonsense = { method: "POST", body: "x" };
  expect((await fetch(`${app.url}/api/dropbox-sign/events`, nonsense)).status).toBe(400);
  expect((await latest(artist, app.url)).status).toBe("awaiting_signature");
});

test("an event that cannot be verified at that moment is requested again", async () => {
  const { row } = await atDropbox();
  await desk("fail", { mode: "http-500", call: "read" });
  expect((await event(row.provider_request_id ?? "")).status).toBe(503);
  expect((await event("somebody-elses")).status).toBe(200);
});

test.each([
  ["payment-required", NOT_INITIALIZED],
  ["rate-limit", NOT_CREATED],
  ["http-500", NOT_CREATED],
  ["nonsense", NOT_INITIALIZED],
])("when Dropbox Sign answers %s the panel says so, and 'Retry' works", async (mode, text) => {
  const { artist, visitor } = await signedInArtist({}, app);
  await desk("fail", { mode, call: "create" });
  const pageHtml = await page(visitor);
  expect([pageHtml.includes(text), pageHtml.includes("Retry")]).toEqual([true, true]);
  expect(await page(visitor)).not.toContain(text);
  expect((await latest(artist, app.url)).provider_request_id).toBeTruthy();
});

test("each opening gets a new address; without one the panel says so", async () => {
  const { post } = await atDropbox();
  const address = async () =>
    /sandbox\/dropbox-sign\/sign[^"]*token=([\w-]+)/.exec(
      await html(post({ intent: "open" })),
    )?.[1];
  const [first, second] = [await address(), await address()];
  expect([typeof first, first === second]).toEqual(["string", false]);
  await desk("fail", { mode: "no-url", call: "sign-url" });
  expect(await html(post({ intent: "open" }))).toContain(NO_SIGN_URL);
});

test.each(["payment-required", "rate-limit", "http-500", "nonsense"])(
  "when Dropbox Sign answers %s later on, each step shows its message, and the request continues afterwards",
  async (mode) => {
    const { artist, visitor, row } = await atDropbox();
    const failing = (call: string) => desk("fail", { mode, call });
    const wrong = async (text: string, reply: Promise<Response>) => {
      const replyHtml = await html(reply);
      expect([replyHtml.includes(text), replyHtml.includes("Retry")]).toEqual([true, true]);
    };
    await failing("sign-url");
    await wrong(NO_SIGN_URL, visitor.post("/agreement?contract=open", { ...opens(row.id) }));
    await failing("read");
    await wrong(NOT_CHECKED, visitor.send("/agreement"));
    for (const [outcome, text] of [
      ["signed", NOT_REGISTERED],
      ["declined", NOT_CHECKED],
    ] as const) {
      await failing("read");
      const fields = { ...opens(row.id), intent: "check", done: outcome };
      await wrong(text, visitor.post("/agreement?contract=done", fields));
    }
    expect((await latest(artist, app.url)).status).toBe("awaiting_signature");
    await desk("settle", { signatureId: row.provider_signature_id, status: "declined" });
    expect(await page(visitor)).toContain(DECLINED);
    await failing("create");
    await wrong(NOT_CREATED_AGAIN, visitor.post("/agreement?contract=again", { intent: "again" }));
    expect(await page(visitor)).not.toContain(NOT_CREATED_AGAIN);
    expect((await latest(artist, app.url)).provider_request_id).toBeTruthy();
  },
);

test("an agreement that expired here cannot be opened at Dropbox Sign, and an address opens once", async () => {
  const { visitor, row } = await atDropbox();
  const openHtml = await html(visitor.post("/agreement?contract=open", opens(row.id)));
  const [path = ""] = /\/sandbox\/dropbox-sign\/sign[^"]*token=[\w-]+/.exec(openHtml) ?? [];
  const address = app.url + path.replaceAll("\\u0026", "&");
  const looks = [await (await fetch(address)).text(), await (await fetch(address)).text()];
  expect(looks.map((text) => text.includes("This link was opened before"))).toEqual([false, true]);
  const past = "UPDATE signature_requests SET expires_at = '2026-01-01' WHERE id = ? RETURNING id";
  await openStoreReader(app.url).rows(past, row.id);
  const late = await visitor.post("/agreement?contract=open", opens(row.id));
  const lateHtml = await html(Promise.resolve(late));
  expect([late.status, lateHtml.includes(EXPIRED), lateHtml.includes("token=")]).toEqual([
    ...[409, true, false],
  ]);
});

const allOf = (artist: TestArtist) =>
  openStoreReader(app.url).rows(
    "SELECT provider, status FROM signature_requests WHERE artist_id = ? ORDER BY id",
    artist.id,
  );

test("without script the artist signs here instead, and the request at Dropbox Sign is withdrawn", async () => {
  const { artist, visitor, row, post } = await atDropbox();
  const open = { intent: "open", request: row.id, to: "/agreement" };
  const openHtml = await html(visitor.post("/agreement?contract=open", open));
  expect(/<div class="without-scripts">.*value="here".*<\/div>/s.test(openHtml)).toBe(true);
  // Opening the address changes nothing.
  await visitor.send("/agreement?contract=here");
  expect(await allOf(artist)).toEqual([{ provider: "dropbox-sign", status: "awaiting_signature" }]);

  const reply = await post({ intent: "here", to: "/dashboard?tab=1" });
  expect(reply.headers.get("Location")).toBe("/dashboard?tab=1&contract=here");
  const here = await latest(artist, app.url);
  expect([here.provider, here.status]).toEqual(["portal", "awaiting_signature"]);
  const pageHtml = await (await visitor.send("/dashboard?tab=1&contract=here")).text();
  expect(pageHtml).toContain('action="/agreement?contract=here"');
  const fields = { request: String(here.id), textHash: String(here.text_hash), consent: "on" };
  const sign = (signedName: string) =>
    visitor.post("/agreement?contract=here", { ...fields, intent: "sign", typedName: signedName });
  const refusal = await sign("");
  expect([refusal.status, (await refusal.text()).includes("Type your full name")]).toEqual([
    ...[400, true],
  ]);
  expect((await sign("Sigrid Valentin")).status).toBe(302);
  expect(await page(visitor)).toContain("Agreement Signed");
  await pollUntil(async () =>
    (await visitor.send(`/agreement/${here.id}.pdf`)).status === 200 ? true : undefined,
  );
  await pollUntil(async () => {
    const [old] = await openStoreReader(app.url).rows(
      "SELECT withdrawn_at FROM signature_requests WHERE id = ?",
      row.id,
    );
    return old?.withdrawn_at ?? undefined;
  });
});

test("from here the artist can go back to Dropbox Sign, and declining here counts", async () => {
  const { artist, visitor, post } = await atDropbox();
  await post({ intent: "here" });
  await post({ intent: "again" });
  const back = await latest(artist, app.url);
  expect([back.provider, back.status]).toEqual(["dropbox-sign", "awaiting_signature"]);
  await post({ intent: "here" });
  const { id } = await latest(artist, app.url);
  await visitor.post("/agreement", { intent: "decline", request: String(id) });
  expect(await page(visitor)).toContain(DECLINED);
  await post({ intent: "again" });
  expect(await page(visitor)).not.toContain(DECLINED);
  expect((await latest(artist, app.url)).provider).toBe("dropbox-sign");
  let last = 302;
  for (let times = 0; times < 12 && last === 302; times++)
    last = (await post({ intent: "here" })).status;
  expect(last).toBe(429);
});

test("declined at Dropbox Sign, it is declined here, and 'Try Again' makes another request", async () => {
  const { artist, visitor, row, post } = await atDropbox();
  await desk("settle", { signatureId: row.provider_signature_id, status: "declined" });
  expect(await page(visitor)).toContain(DECLINED);
  expect(await html(post({ intent: "open" }))).toContain(DECLINED);
  await post({ intent: "again" });
  expect((await latest(artist, app.url)).provider_request_id).not.toBe(row.provider_request_id);
});

test("expired at Dropbox Sign, it is expired here, and the log says so", async () => {
  const { artist, visitor, row } = await atDropbox();
  await desk("settle", { signatureId: row.provider_signature_id, status: "expired" });
  expect(await page(visitor)).toContain("The signature request has expired.");
  expect((await latest(artist, app.url)).status).toBe("expired");
  await waitForOutput(app.output, '"event":"agreement.expired"');
});
