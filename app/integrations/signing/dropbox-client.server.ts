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
const TIMEOUT_MS = 8_000;
const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

export interface DropboxSignClient {
  fetcher: Fetcher;
  clock: Clock;
  apiKey: string;
  clientId: string;
  templateId: string;
  testMode: boolean;
}

/**
 * `payment`: the plan has no request left. `refused`: wrong credentials or invalid request. `not-
 * yet`: the file is being prepared. `nonsense`: an unreadable reply.
 */
export type DropboxFailure =
  | "payment"
  | "refused"
  | "rate-limited"
  | "not-found"
  | "not-yet"
  | "unavailable"
  | "nonsense";

/** `code` is safe to log; `message` is for staff only, since it may quote personal data. */
type DropboxReply<T> =
  | { ok: true; value: T }
  | { ok: false; failure: DropboxFailure; code: string; message: string };

const FAILURES: Record<number, DropboxFailure> = {
  402: "payment",
  404: "not-found",
  409: "not-yet",
  410: "not-found",
  429: "rate-limited",
};

const createFailure = (failure: DropboxFailure, errorText: string): DropboxReply<never> => ({
  ok: false,
  failure,
  code: failure,
  message: errorText,
});

function toFailure({ status, body, message }: HttpError): DropboxReply<never> {
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), upstreamError), body);
  const errorText = error.success
    ? `${status} ${error.output.error.error_name}: ${error.output.error.error_msg}`
    : message;
  if (status === 0) return createFailure(body === "" ? "unavailable" : "nonsense", errorText);
  const failure = FAILURES[status] ?? (status >= 500 ? "unavailable" : "refused");
  // Only the error name is a fixed word; the message may contain anything.
  const name = error.success
    ? /^[a-z_]{1,40}$/.exec(error.output.error.error_name)?.[0]
    : undefined;
  return { ok: false, failure, code: [status, name ?? failure].join(" "), message: errorText };
}

function createApiRequest({ apiKey }: DropboxSignClient, path: string, json?: object): Request {
  const headers = new Headers({ Authorization: basicAuthorization(apiKey, "") });
  if (!json) return new Request(`${API}${path}`, { headers });
  headers.set("Content-Type", "application/json");
  return new Request(`${API}${path}`, { method: "POST", headers, body: JSON.stringify(json) });
}

async function sendRequest<Schema extends v.GenericSchema>(
  client: DropboxSignClient,
  schema: Schema,
  request: Request,
): Promise<DropboxReply<v.InferOutput<Schema>>> {
  try {
    const reply = v.safeParse(
      schema,
      await fetchJson(client.fetcher, request, TIMEOUT_MS, client.clock),
    );
    if (reply.success) return { ok: true, value: reply.output };
    const endpoint = `${request.method} ${new URL(request.url).pathname}`;
    return createFailure("nonsense", `${endpoint}: the reply has an unknown shape`);
  } catch (error) {
    if (error instanceof HttpError) return toFailure(error);
    throw error;
  }
}

/** The signer's role in the template. */
const ROLE = "Artist";

interface NewRequest {
  id: string;
  subject: string;
  message: string;
  signer: { name: string; email: string };
}

/** Creates a request for embedded signing. Dropbox Sign sends no mail for it. */
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
  return sendRequest(client, upstreamRequest, createApiRequest(client, path, body));
}

export function readRequest(
  client: DropboxSignClient,
  requestId: string,
): Promise<DropboxReply<UpstreamRequest>> {
  const path = `/signature_request/${encodeURIComponent(requestId)}`;
  return sendRequest(client, upstreamRequest, createApiRequest(client, path));
}

/** The URL to sign at. It opens once, within an hour: requested when needed, never stored. */
export function signUrl(
  client: DropboxSignClient,
  signatureId: string,
): Promise<DropboxReply<string>> {
  const path = `/embedded/sign_url/${encodeURIComponent(signatureId)}`;
  return sendRequest(client, upstreamSignUrl, createApiRequest(client, path));
}

/** Cancels an unsigned request. Takes effect there some time later. */
export async function cancelRequest(
  client: DropboxSignClient,
  requestId: string,
): Promise<DropboxReply<undefined>> {
  const path = `/signature_request/cancel/${encodeURIComponent(requestId)}`;
  const request = new Request(createApiRequest(client, path), {
    method: "POST",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  try {
    const response = await client.fetcher(request);
    const body = await response.text();
    return response.ok
      ? { ok: true, value: undefined }
      : toFailure(httpRefusal("Cancelling", response, body, client.clock()));
  } catch (error) {
    return createFailure("unavailable", `Cancelling: ${String(error)}`);
  }
}

export function readAccount(client: DropboxSignClient) {
  return sendRequest(client, upstreamAccount, createApiRequest(client, "/account"));
}

export async function signedFile(
  client: DropboxSignClient,
  requestId: string,
): Promise<DropboxReply<Uint8Array>> {
  const path = `/signature_request/files/${encodeURIComponent(requestId)}?file_type=pdf`;
  const request = new Request(createApiRequest(client, path), {
    signal: AbortSignal.timeout(20_000),
  });
  try {
    const response = await client.fetcher(request);
    if (!response.ok)
      return toFailure(
        httpRefusal("The signed file", response, await response.text(), client.clock()),
      );
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isPdf = String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
    return isPdf && bytes.length <= MAX_DOCUMENT_BYTES
      ? { ok: true, value: bytes }
      : createFailure("nonsense", "The signed file is no PDF");
  } catch (error) {
    return createFailure("unavailable", `The signed file: ${String(error)}`);
  }
}

/** Constant-time comparison. */
function isSame(first: string, second: string): boolean {
  let differs = first.length ^ second.length;
  for (let index = 0; index < first.length; index++)
    differs |= first.charCodeAt(index) ^ second.charCodeAt(index);
  return differs === 0;
}

/**
 * Whether an event was made with the API key. The hash covers time and type only
 * (developers.hellosign.com, "Events and callbacks"), so the rest of the event proves nothing.
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
