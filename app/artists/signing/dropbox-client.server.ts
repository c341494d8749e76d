import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { basicAuthorization } from "~/platform/formats/base64";
import { hex } from "~/platform/formats/hex";
import { type Fetcher, fetchJson, HttpError, httpRefusal } from "~/platform/http-client";
import {
  type DropboxEvent,
  type UpstreamRequest,
  upstreamAccount,
  upstreamError,
  upstreamRequest,
  upstreamSignUrl,
} from "./dropbox-replies";

const API = "https://api.hellosign.com/v3";
/** Somebody waits for the page. */
const TIMEOUT_MS = 8_000;
const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Whom to ask, as whom, and with which document. */
export interface DropboxSignClient {
  send: Fetcher;
  clock: Clock;
  apiKey: string;
  clientId: string;
  templateId: string;
  testMode: boolean;
}

/**
 * Why Dropbox Sign did not do as it was asked. `payment`: the plan has no request left. `refused`: the
 * settings do not open it, or it does not like what we send. `not-yet`: the file is being prepared.
 * `nonsense`: a reply that nobody can read.
 */
export type DropboxFailure =
  | "payment"
  | "refused"
  | "rate-limited"
  | "not-found"
  | "not-yet"
  | "unavailable"
  | "nonsense";

/**
 * A reply, or why there is none: `code` is for the log, `said` for staff, since it may quote what was
 * sent, such as who is to sign.
 */
type DropboxReply<T> =
  | { ok: true; value: T }
  | { ok: false; failure: DropboxFailure; code: string; said: string };

const FAILURES: Record<number, DropboxFailure> = {
  402: "payment",
  404: "not-found",
  409: "not-yet",
  410: "not-found",
  429: "rate-limited",
};

const noReply = (failure: DropboxFailure, errorText: string): DropboxReply<never> => ({
  ok: false,
  failure,
  code: failure,
  said: errorText,
});

function failed({ status, body, message }: HttpError): DropboxReply<never> {
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), upstreamError), body);
  const errorText = error.success
    ? `${status} ${error.output.error.error_name}: ${error.output.error.error_msg}`
    : message;
  if (status === 0) return noReply(body === "" ? "unavailable" : "nonsense", errorText);
  const failure = FAILURES[status] ?? (status >= 500 ? "unavailable" : "refused");
  // Its name is a word of theirs; what they say of it is anything.
  const name = error.success
    ? /^[a-z_]{1,40}$/.exec(error.output.error.error_name)?.[0]
    : undefined;
  return { ok: false, failure, code: [status, name ?? failure].join(" "), said: errorText };
}

function requestOf({ apiKey }: DropboxSignClient, path: string, json?: object): Request {
  const headers = new Headers({ Authorization: basicAuthorization(apiKey, "") });
  if (!json) return new Request(`${API}${path}`, { headers });
  headers.set("Content-Type", "application/json");
  return new Request(`${API}${path}`, { method: "POST", headers, body: JSON.stringify(json) });
}

async function ask<Schema extends v.GenericSchema>(
  client: DropboxSignClient,
  schema: Schema,
  request: Request,
): Promise<DropboxReply<v.InferOutput<Schema>>> {
  try {
    const reply = v.safeParse(
      schema,
      await fetchJson(client.send, request, TIMEOUT_MS, client.clock),
    );
    if (reply.success) return { ok: true, value: reply.output };
    const where = `${request.method} ${new URL(request.url).pathname}`;
    return noReply("nonsense", `${where}: the reply has an unknown shape`);
  } catch (error) {
    if (error instanceof HttpError) return failed(error);
    throw error;
  }
}

/** The role that the template gives to who signs. */
const ROLE = "Artist";

/** Who is to sign what. */
interface NewRequest {
  /** Our own id of it. */
  id: string;
  subject: string;
  message: string;
  signer: { name: string; email: string };
}

/** Has a request made that is signed within our page. Nobody is written to by Dropbox Sign. */
export function createRequest(
  client: DropboxSignClient,
  { id, subject, message, signer }: NewRequest,
): Promise<DropboxReply<UpstreamRequest>> {
  const body = {
    client_id: client.clientId,
    template_ids: [client.templateId],
    subject,
    title: subject,
    message,
    allow_decline: true,
    test_mode: client.testMode,
    signers: [{ role: ROLE, name: signer.name, email_address: signer.email }],
    metadata: { agreement: id },
  };
  const path = "/signature_request/create_embedded_with_template";
  return ask(client, upstreamRequest, requestOf(client, path, body));
}

/** How a request stands now. */
export function readRequest(
  client: DropboxSignClient,
  requestId: string,
): Promise<DropboxReply<UpstreamRequest>> {
  const path = `/signature_request/${encodeURIComponent(requestId)}`;
  return ask(client, upstreamRequest, requestOf(client, path));
}

/** The address to sign at. It opens once, within the hour: asked for when it is opened, never kept. */
export function signUrl(
  client: DropboxSignClient,
  signatureId: string,
): Promise<DropboxReply<string>> {
  const path = `/embedded/sign_url/${encodeURIComponent(signatureId)}`;
  return ask(client, upstreamSignUrl, requestOf(client, path));
}

/** Cancels a request that is not signed yet, for good. It ends there some time later. */
export async function cancelRequest(
  client: DropboxSignClient,
  requestId: string,
): Promise<DropboxReply<undefined>> {
  const path = `/signature_request/cancel/${encodeURIComponent(requestId)}`;
  const request = new Request(requestOf(client, path), {
    method: "POST",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  try {
    const response = await client.send(request);
    const body = await response.text();
    // Where it is done the reply is empty.
    return response.ok
      ? { ok: true, value: undefined }
      : failed(httpRefusal("Cancelling", response, body, client.clock()));
  } catch (error) {
    return noReply("unavailable", `Cancelling: ${String(error)}`);
  }
}

/** Whether the key opens an account. */
export function readAccount(client: DropboxSignClient) {
  return ask(client, upstreamAccount, requestOf(client, "/account"));
}

/** The signed file as a PDF. */
export async function signedFile(
  client: DropboxSignClient,
  requestId: string,
): Promise<DropboxReply<Uint8Array>> {
  const path = `/signature_request/files/${encodeURIComponent(requestId)}?file_type=pdf`;
  const request = new Request(requestOf(client, path), { signal: AbortSignal.timeout(20_000) });
  try {
    const response = await client.send(request);
    if (!response.ok)
      return failed(
        httpRefusal("The signed file", response, await response.text(), client.clock()),
      );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isPdf = String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
    return isPdf && bytes.length <= MAX_DOCUMENT_BYTES
      ? { ok: true, value: bytes }
      : noReply("nonsense", "The signed file is no PDF");
  } catch (error) {
    return noReply("unavailable", `The signed file: ${String(error)}`);
  }
}

/** Compared to the end, whatever differs. */
function isSame(one: string, other: string): boolean {
  let differs = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) differs |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return differs === 0;
}

/**
 * Whether an event comes from who has the API key. Its hash is over time and type alone
 * (developers.hellosign.com, "Events and callbacks"), so what else it says proves nothing.
 */
export async function isValidEventHash(
  apiKey: string,
  { event_time, event_type, event_hash }: DropboxEvent["event"],
): Promise<boolean> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(apiKey), algorithm, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, encode(event_time + event_type));
  return isSame(hex(digest), event_hash.toLowerCase());
}
