import * as v from "valibot";
import { systemClock } from "~/platform/clock";
import { basicAuthorization } from "~/platform/formats/base64";
import { randomIds } from "~/platform/ids";
import {
  dropboxError,
  requestReply,
  type StoredRequest,
  signedPdf,
  storedRequestSchema,
} from "./dropbox-objects";
import { type FaultMode, nextFault } from "./faults";

const KEY = "sandbox-key";

const requestSchema = v.object({
  client_id: v.literal("sandbox-client"),
  template_ids: v.tuple([v.literal("sandbox-template")]),
  signers: v.tuple([
    v.object({
      role: v.literal("Artist"),
      name: v.pipe(v.string(), v.nonEmpty()),
      email_address: v.pipe(v.string(), v.email()),
    }),
  ]),
  subject: v.pipe(v.string(), v.maxLength(255)),
  message: v.pipe(v.string(), v.maxLength(5_000)),
  allow_decline: v.boolean(),
  test_mode: v.boolean(),
  metadata: v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(1_000))),
});

export async function createDropboxTables(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare(`CREATE TABLE IF NOT EXISTS dropbox_requests (
      id TEXT PRIMARY KEY, signature_id TEXT NOT NULL UNIQUE, subject TEXT NOT NULL,
      message TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL,
      template_id TEXT NOT NULL, metadata TEXT NOT NULL, test_mode INTEGER NOT NULL,
      status TEXT NOT NULL, signed_at INTEGER, created_at INTEGER NOT NULL)`),
    // A sign URL opens once.
    db.prepare(
      "CREATE TABLE IF NOT EXISTS dropbox_tokens (token TEXT PRIMARY KEY, signature_id TEXT)",
    ),
  ]);
}

async function find(db: D1Database, column: "id" | "signature_id", value: string) {
  const row = await db
    .prepare(`SELECT * FROM dropbox_requests WHERE ${column} = ?`)
    .bind(value)
    .first();
  return row ? v.parse(storedRequestSchema, row) : undefined;
}

/** Ends an open request as its signer would: signed, declined or expired. */
export async function resolveRequest(
  db: D1Database,
  signatureId: string,
  status: StoredRequest["status"],
): Promise<void> {
  const now = Math.floor(systemClock().getTime() / 1000);
  await db
    .prepare(
      `UPDATE dropbox_requests SET status = ?, signed_at = ?
       WHERE signature_id = ? AND status = 'awaiting_signature'`,
    )
    .bind(status, status === "signed" ? now : null, signatureId)
    .run();
}

/** Uses up the token of a sign URL. @returns its signature's id, or undefined where it was used before. */
export async function spendToken(db: D1Database, token: string): Promise<string | undefined> {
  const row = await db
    .prepare("DELETE FROM dropbox_tokens WHERE token = ? RETURNING signature_id")
    .bind(token)
    .first();
  return row ? v.parse(v.object({ signature_id: v.string() }), row).signature_id : undefined;
}

const goneReply = () => dropboxError(410, "deleted", "This resource has been deleted.");
const notFoundReply = () => dropboxError(404, "not_found", "Signature not found.");

async function create(request: Request, db: D1Database, now: number): Promise<Response> {
  const input = v.safeParse(requestSchema, await request.json().catch(() => undefined));
  if (!input.success) return dropboxError(400, "bad_request", v.summarize(input.issues));
  const { subject, message, metadata, signers, template_ids, test_mode } = input.output;
  const [{ name, email_address: email, role }] = signers;
  const [id, signatureId] = [randomIds.secret().slice(0, 40), randomIds.secret().slice(0, 40)];
  await db
    .prepare("INSERT INTO dropbox_requests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)")
    .bind(
      ...[id, signatureId, subject, message, name, email, role, template_ids[0]],
      ...[JSON.stringify(metadata), test_mode ? 1 : 0, "awaiting_signature", now],
    )
    .run();
  const signature = await find(db, "id", id);
  return signature ? Response.json(requestReply(signature)) : notFoundReply();
}

async function createSignUrl(db: D1Database, signatureId: string, site: string, now: number) {
  const signature = await find(db, "signature_id", signatureId);
  if (!signature) return notFoundReply();
  if (signature.status === "canceled") return goneReply();
  if (signature.status !== "awaiting_signature")
    return dropboxError(400, "signature_request_expired", "This cannot be signed any more.");
  const token = randomIds.secret();
  await db.prepare("INSERT INTO dropbox_tokens VALUES (?, ?)").bind(token, signatureId).run();
  const query = new URLSearchParams({ signature_id: signatureId, token });
  const sign_url = `${site}/sandbox/dropbox-sign/sign?${query}`;
  return Response.json({ embedded: { sign_url, expires_at: now + 3_600 } });
}

/** Cancels a request that is not signed; from then on it is as if deleted. The reply is empty. */
async function cancel(db: D1Database, id: string): Promise<Response> {
  const signature = await find(db, "id", id);
  if (!signature) return notFoundReply();
  if (signature.status === "canceled") return goneReply();
  if (signature.status === "signed")
    return dropboxError(400, "bad_request", "A completed request cannot be cancelled.");
  await db.prepare("UPDATE dropbox_requests SET status = 'canceled' WHERE id = ?").bind(id).run();
  return new Response(null, { status: 200, headers: { "Content-Type": "application/json" } });
}

const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { "Content-Type": "text/html" } });

const faults: Partial<Record<FaultMode, () => Response>> = {
  "payment-required": () =>
    dropboxError(402, "payment_required", "There are no signature requests left."),
  "rate-limit": () => dropboxError(429, "exceeded_rate", "Rate limit exceeded."),
  "http-500": () => html("<h1>Internal error</h1>", 500),
  nonsense: () => html("<h1>Welcome</h1>"),
  "no-url": () => Response.json({ embedded: {} }),
};

/** Counts a call; returns its reply where it is to fail. */
const failedReply = async (db: D1Database, call: string) =>
  faults[await nextFault(db, "dropbox-sign", { calls: [call] })]?.();

/**
 * Imitates the API of Dropbox Sign by its published contract.
 * @param site the address of the site, which serves the page to sign on.
 */
export async function dropboxSign(
  request: Request,
  db: D1Database,
  site = "http://localhost:8788",
): Promise<Response> {
  if (request.headers.get("Authorization") !== basicAuthorization(KEY, ""))
    return dropboxError(401, "unauthorized", "Unauthorized api key.");
  await createDropboxTables(db);
  const now = Math.floor(systemClock().getTime() / 1000);
  const { pathname } = new URL(request.url);
  const [, version, collection, ...rest] = pathname.split("/");
  const call = `${request.method} ${version}/${collection}`;
  const [first = "", second = ""] = rest;
  if (call === "GET v3/account")
    return Response.json({
      account: { account_id: "sandbox", email_address: "label@example.com", is_locked: false },
    });
  if (call === "POST v3/signature_request" && first === "create_embedded_with_template")
    return (await failedReply(db, "create")) ?? create(request, db, now);
  if (call === "GET v3/embedded" && first === "sign_url")
    return (await failedReply(db, "sign-url")) ?? createSignUrl(db, second, site, now);
  if (call === "POST v3/signature_request" && first === "cancel")
    return (await failedReply(db, "cancel")) ?? cancel(db, second);
  if (call !== "GET v3/signature_request")
    return dropboxError(404, "not_found", "There is nothing here.");
  const isFile = first === "files";
  const failureAnswer = await failedReply(db, isFile ? "file" : "read");
  if (failureAnswer) return failureAnswer;
  const signature = await find(db, "id", isFile ? second : first);
  if (!signature) return notFoundReply();
  if (signature.status === "canceled") return goneReply();
  if (!isFile) return Response.json(requestReply(signature));
  if (signature.status !== "signed")
    return dropboxError(409, "conflict", "Files are being prepared.");
  return new Response(signedPdf(signature), { headers: { "Content-Type": "application/pdf" } });
}
