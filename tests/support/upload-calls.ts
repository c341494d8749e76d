import * as v from "valibot";
import { api } from "~/api/router";
import { type AppStores, pollUntil } from "./app-stores";
import { SONG } from "./drafts";
import { createRequest, type RaceFixture } from "./race-fixture";
import type { Visitor } from "./visitor";

/** The direct route's answer to an announced file. */
export interface UploadPlan {
  uploadId: string;
  uploadUrl: string;
  partSize: number;
  parts: number;
}

/** An answer of the API with its parsed body. */
export interface ApiReply {
  status: number;
  body: { success?: boolean; error?: string; [name: string]: unknown };
}

export async function readApiReply(pendingResponse: Promise<Response>): Promise<ApiReply> {
  const response = await pendingResponse;
  return { status: response.status, body: (await response.json()) as ApiReply["body"] };
}

/** An announced file; other fields of the call are sent as they are. */
interface Announced {
  slot?: string;
  fileType: string;
  fileName: string;
  [field: string]: unknown;
}

/** Announces a file by the direct route. */
export async function beginDirectUpload(
  visitor: Visitor,
  fileSize: number,
  file: Announced = SONG,
): Promise<UploadPlan & ApiReply["body"]> {
  const reply = await visitor.json("/api/cloud-storage/upload-url", { ...file, fileSize });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as UploadPlan & ApiReply["body"];
}

const UPLOADS = "/api/cloud-storage/uploads";

/** Requests links for parts. */
export function requestPartUrls(
  visitor: Visitor,
  { uploadId }: Pick<UploadPlan, "uploadId">,
  numbers: unknown,
  extraFields: object = {},
): Promise<ApiReply> {
  return readApiReply(
    visitor.json(`${UPLOADS}/${uploadId}/part-urls`, { numbers, ...extraFields }),
  );
}

/** The links of one part. */
export async function requestUrlsOfPart(
  visitor: Visitor,
  plan: Pick<UploadPlan, "uploadId">,
  number: number,
): Promise<{ url: string; piecesUrl: string }> {
  const { status, body } = await requestPartUrls(visitor, plan, [number]);
  const [links] = (body.urls ?? []) as { url: string; piecesUrl: string }[];
  if (!links) throw new Error(`No link for part ${number}: ${status} ${body.error}`);
  return links;
}

/** PUTs bytes to a link. */
export function putBytes(visitor: Visitor, url: string, body: Uint8Array<ArrayBuffer>) {
  return readApiReply(visitor.send(url, { method: "PUT", body }));
}

/** Sends one part by a new link. */
export async function sendPart(
  visitor: Visitor,
  plan: Pick<UploadPlan, "uploadId">,
  number: number,
  body: Uint8Array<ArrayBuffer>,
): Promise<ApiReply> {
  return putBytes(visitor, (await requestUrlsOfPart(visitor, plan, number)).url, body);
}

/** Sends the bytes of a part from `offset` to `end` as a piece. */
export async function sendPiece(
  visitor: Visitor,
  plan: Pick<UploadPlan, "uploadId">,
  number: number,
  part: Uint8Array<ArrayBuffer>,
  [offset, end]: [offset: number, end: number],
): Promise<ApiReply> {
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, number);
  return putBytes(visitor, `${piecesUrl}&offset=${offset}`, part.slice(offset, end));
}

/** The number of an upload's pieces in the bucket. */
export async function piecesInBucket(
  { files }: Pick<AppStores, "files">,
  { uploadId }: Pick<UploadPlan, "uploadId">,
): Promise<number> {
  return (await files.list({ prefix: `pieces/${uploadId}/` })).objects.length;
}

/** Waits until the server has joined the pieces of all these parts, and of no other. */
export async function waitForParts(
  visitor: Visitor,
  plan: Pick<UploadPlan, "uploadId">,
  numbers: number[],
): Promise<void> {
  const whole = JSON.stringify({ parts: numbers, pieces: [] });
  await pollUntil(async () => {
    const { parts, pieces } = (await readUpload(visitor, plan)).body;
    return JSON.stringify({ parts, pieces }) === whole || undefined;
  });
}

/** Reads the server's state of an upload. */
export function readUpload(
  visitor: Visitor,
  { uploadId }: Pick<UploadPlan, "uploadId">,
): Promise<ApiReply> {
  return readApiReply(visitor.send(`${UPLOADS}/${uploadId}`));
}

/** Joins the parts and checks the file. */
export function finishDirectUpload(
  visitor: Visitor,
  { uploadId }: Pick<UploadPlan, "uploadId">,
  extraFields: object = {},
): Promise<ApiReply> {
  return readApiReply(
    visitor.json("/api/cloud-storage/process-upload", { uploadId, ...extraFields }),
  );
}

/** Autosaves a step, as its page does. */
export function autosave(
  visitor: Visitor,
  step: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ApiReply> {
  const body = new URLSearchParams(fields);
  return readApiReply(
    visitor.send(`/api/drafts/current/${step}`, { method: "PUT", body, headers }),
  );
}

const objectSchema = v.record(v.string(), v.unknown());

/** Calls the site's API without scheduling. @returns the JSON of its answer. */
export async function callApi(
  fixture: RaceFixture,
  path: string,
  init: RequestInit & { cookie: string },
) {
  const request = createRequest(path, init);
  const response: Response = await api.fetch(
    request,
    fixture.portalFor(request, (act) => act()),
  );
  return { status: response.status, body: v.parse(objectSchema, await response.json()) };
}
