import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { blockQuerySchema } from "~/domain/uploads/compression/block";
import { piecesPath } from "~/domain/uploads/part-path";
import { BodyStalledError } from "~/domain/uploads/receiving/body-timeout.server";
import { closedReason } from "~/domain/uploads/receiving/closed-upload.server";
import { joinPieces } from "~/domain/uploads/receiving/join-pieces.server";
import {
  type IncomingBytes,
  NO_SUCH_PART,
  receivePart,
} from "~/domain/uploads/receiving/receive-part.server";
import { receivePiece } from "~/domain/uploads/receiving/receive-piece.server";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import {
  recordReportedParts,
  reportedPartsSchema,
} from "~/domain/uploads/receiving/record-reported-parts.server";
import type { Upload } from "~/domain/uploads/upload";
import { PART_LINK_MINUTES, partRange } from "~/domain/uploads/upload-plan";
import type { Clock } from "~/platform/clock";
import { isSignedPath, signPath } from "~/platform/signed-link";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { requireUpload, UPLOAD_NOT_FOUND } from "~/session/require-upload.server";
import { cachedUpload, evictCachedUpload } from "~/session/visitor-upload.server";
import { withDraftVersion } from "./draft-news";
import { readJson, refuse, reply } from "./replies";

const LINK_EXPIRED = "This link has expired. Ask for a new one and send the same bytes again.";
const NO_BYTES = "A part needs its Content-Length and its bytes.";
const MAX_LINKS = 20;

export function linkExpiry(clock: Clock): Date {
  return new Date(clock().getTime() + PART_LINK_MINUTES * 60_000);
}

const partUrlsSchema = v.object({
  numbers: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.minLength(1),
    v.maxLength(MAX_LINKS),
  ),
  stored: reportedPartsSchema,
});

/** POST /api/cloud-storage/uploads/{id}/part-urls: signed links for parts, and their renewal. */
export async function signParts(request: IRequestStrict, portal: Portal): Promise<Response> {
  const ownUpload = await requireUpload(request, portal, request.params.id);
  const result = await readJson(request, partUrlsSchema);
  if (!result.ok) return result.response;
  const { upload } = ownUpload;
  const problem = closedReason(upload);
  if (problem) return refuse(problem.status, problem.text);
  const { numbers, stored } = result.body;
  const isPlanned = (number: number) => partRange(upload.size, upload.partSize, number);
  if (!numbers.every(isPlanned)) return refuse(NO_SUCH_PART.status, NO_SUCH_PART.text);
  await recordReportedParts(portal.uploads, upload, stored, portal.clock);
  const expires = linkExpiry(portal.clock);
  const urls = await Promise.all(
    numbers.map((number) => partUrls(portal, upload, number, expires)),
  );
  const response = reply(200, { success: true, urls, expires: expires.toISOString() });
  return withDraftVersion(portal, upload.draftId, response);
}

/**
 * The links that a part or its pieces are PUT to.
 * @throws Error for a number outside the plan.
 */
export async function partUrls(portal: Portal, upload: Upload, number: number, expires: Date) {
  const { SIGNING_SECRET: secret } = portal.settings;
  const range = partRange(upload.size, upload.partSize, number);
  if (!range) throw new Error("This upload has no such part.");
  const part = { number, length: range.end - range.start };
  return {
    number,
    url: await backendOfUpload(portal.uploads, upload).partUrl(upload, part, expires),
    // Pieces always come to this site: storage takes whole parts only.
    piecesUrl: await signPath(secret, piecesPath(upload.id, number), expires),
  };
}

/** The upload of a signed link, and the bytes of the request. @throws Response a refusal. */
async function readSignedUpload(
  request: IRequestStrict,
  portal: Portal,
): Promise<{ upload: Upload; sent: IncomingBytes }> {
  const { SIGNING_SECRET: secret } = portal.settings;
  if (!(await isSignedPath(secret, new URL(request.url), portal.clock()))) {
    portal.log("info", "draft.refused", { reason: "link expired" });
    throw refusal(403, LINK_EXPIRED);
  }
  const length = request.headers.get("Content-Length") ?? "";
  const { body } = request;
  if (!/^\d{1,12}$/.test(length) || !body) throw refusal(400, NO_BYTES);
  const upload = await cachedUpload(portal, String(request.params.id));
  if (!upload) throw refusal(404, UPLOAD_NOT_FOUND);
  return { upload, sent: { number: Number(request.params.number), length: Number(length), body } };
}

const CONNECTION_CUT = "The connection dropped before all of this had arrived. Send it again.";

/** A cut connection is no failure of ours: phones do it all day. */
async function handleCutConnection(
  portal: Portal,
  uploadId: string,
  receive: () => Promise<Response>,
): Promise<Response> {
  try {
    return await receive();
  } catch (error) {
    const isCut = error instanceof Error && /network connection lost/i.test(error.message);
    if (!isCut && !(error instanceof BodyStalledError)) throw error;
    portal.log("info", "upload.cut", { uploadId });
    return refuse(408, CONNECTION_CUT);
  }
}

/** The cached upload led to the refusal, so it is evicted. */
function refuseBytes(upload: Upload, { status, text }: { status: number; text: string }): Response {
  evictCachedUpload(upload.id);
  return refuse(status, text);
}

/** PUT /api/cloud-storage/uploads/{id}/parts/{number}?expires&signature: the bytes of one part. */
export async function putPart(request: IRequestStrict, portal: Portal): Promise<Response> {
  const { upload, sent } = await readSignedUpload(request, portal);
  return handleCutConnection(portal, upload.id, async () => {
    const result = await receivePart(portal.uploads, upload, sent, portal.clock);
    if (!result.ok) return refuseBytes(upload, result);
    const { etag } = result;
    const response = reply(200, { success: true, number: sent.number, etag });
    response.headers.set("ETag", `"${etag}"`);
    return withDraftVersion(portal, upload.draftId, response);
  });
}

const WRONG_BLOCK = "The address describes these compressed bytes wrongly.";

/**
 * PUT …/parts/{number}/pieces?expires&signature&offset: a range of a part, from `offset`. If the server has
 * some of it already, the reply's `size` is that much, and the rest is ignored. With `kind` it comes
 * compressed: see `compression/block.ts`.
 */
export async function putPiece(request: IRequestStrict, portal: Portal): Promise<Response> {
  const { upload, sent } = await readSignedUpload(request, portal);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { offset: offsetText = "" } = query;
  const offset = /^\d{1,12}$/.test(offsetText) ? Number(offsetText) : Number.NaN;
  const block = query.kind === undefined ? undefined : v.safeParse(blockQuerySchema, query);
  if (block?.success === false) return refuse(400, WRONG_BLOCK);
  const incoming = { ...sent, offset, block: block?.output };
  const receiving = receivePiece(portal.uploads, upload, incoming, portal.clock);
  // Otherwise the runtime would end this with the connection, before the last bytes are stored.
  portal.scope.waitUntil(receiving);
  const outcome = await receiving;
  if (outcome.ok) {
    if (outcome.isPartCovered) joinLater(portal, upload, sent.number);
    const response = reply(200, { success: true, ...outcome.piece });
    return withDraftVersion(portal, upload.draftId, response);
  }
  if (!("held" in outcome)) return refuseBytes(upload, outcome);
  portal.log("info", "upload.cut", { uploadId: upload.id });
  return refuse(outcome.status, outcome.text, { held: outcome.held });
}

/** Joins the pieces of a part behind the answer; what fails is done when the upload is finished. */
function joinLater(portal: Portal, upload: Upload, number: number): void {
  const joining = joinPieces(portal.uploads, upload, number, portal.clock);
  portal.scope.waitUntil(joining.catch((error: unknown) => portal.scope.logFailure(error)));
}
