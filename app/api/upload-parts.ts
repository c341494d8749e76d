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
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { withDraftVersion } from "./draft-news";
import { readJson, refuse, reply } from "./replies";
import { cachedUpload, evictCachedUpload, requireUpload, UPLOAD_NOT_FOUND } from "./require-upload";

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
export async function signParts(request: IRequestStrict, context: AppContext): Promise<Response> {
  const ownUpload = await requireUpload(request, context, request.params.id);
  const result = await readJson(request, partUrlsSchema);
  if (!result.ok) return result.response;
  const { upload } = ownUpload;
  const problem = closedReason(upload);
  if (problem) return refuse(problem.status, problem.text);
  const { numbers, stored } = result.body;
  const isPlanned = (number: number) => partRange(upload.size, upload.partSize, number);
  if (!numbers.every(isPlanned)) return refuse(NO_SUCH_PART.status, NO_SUCH_PART.text);
  await recordReportedParts(context.uploads, upload, stored, context.clock);
  const expires = linkExpiry(context.clock);
  const urls = await Promise.all(
    numbers.map((number) => partUrls(context, upload, number, expires)),
  );
  const response = reply(200, { success: true, urls, expires: expires.toISOString() });
  return withDraftVersion(context, upload.draftId, response);
}

/**
 * The links that a part or its pieces are PUT to.
 * @throws Error for a number outside the plan.
 */
export async function partUrls(context: AppContext, upload: Upload, number: number, expires: Date) {
  const { SIGNING_SECRET: secret } = context.settings;
  const range = partRange(upload.size, upload.partSize, number);
  if (!range) throw new Error("This upload has no such part.");
  const part = { number, length: range.end - range.start };
  return {
    number,
    url: await backendOfUpload(context.uploads, upload).partUrl(upload, part, expires),
    // Pieces always come to this site: storage takes whole parts only.
    piecesUrl: await signPath(secret, piecesPath(upload.id, number), expires),
  };
}

/** The upload of a signed link, and the bytes of the request. @throws Response a refusal. */
async function readSignedUpload(
  request: IRequestStrict,
  context: AppContext,
): Promise<{ upload: Upload; sent: IncomingBytes }> {
  const { SIGNING_SECRET: secret } = context.settings;
  if (!(await isSignedPath(secret, new URL(request.url), context.clock()))) {
    context.log("info", "draft.refused", { reason: "link expired" });
    throw refusal(403, LINK_EXPIRED);
  }
  const length = request.headers.get("Content-Length") ?? "";
  const { body } = request;
  if (!/^\d{1,12}$/.test(length) || !body) throw refusal(400, NO_BYTES);
  const upload = await cachedUpload(context, String(request.params.id));
  if (!upload) throw refusal(404, UPLOAD_NOT_FOUND);
  return { upload, sent: { number: Number(request.params.number), length: Number(length), body } };
}

const CONNECTION_CUT = "The connection dropped before all of this had arrived. Send it again.";

/** A cut connection is no failure of ours: phones do it all day. */
async function handleCutConnection(
  context: AppContext,
  uploadId: string,
  receive: () => Promise<Response>,
): Promise<Response> {
  try {
    return await receive();
  } catch (error) {
    const isCut = error instanceof Error && /network connection lost/i.test(error.message);
    if (!isCut && !(error instanceof BodyStalledError)) throw error;
    context.log("info", "upload.cut", { uploadId });
    return refuse(408, CONNECTION_CUT);
  }
}

/** The cached upload led to the refusal, so it is evicted. */
function refuseBytes(upload: Upload, { status, text }: { status: number; text: string }): Response {
  evictCachedUpload(upload.id);
  return refuse(status, text);
}

/** PUT /api/cloud-storage/uploads/{id}/parts/{number}?expires&signature: the bytes of one part. */
export async function putPart(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { upload, sent } = await readSignedUpload(request, context);
  return handleCutConnection(context, upload.id, async () => {
    const result = await receivePart(context.uploads, upload, sent, context.clock);
    if (!result.ok) return refuseBytes(upload, result);
    const { etag } = result;
    const response = reply(200, { success: true, number: sent.number, etag });
    response.headers.set("ETag", `"${etag}"`);
    return withDraftVersion(context, upload.draftId, response);
  });
}

const WRONG_BLOCK = "The address describes these compressed bytes wrongly.";

/**
 * PUT …/parts/{number}/pieces?expires&signature&offset: a range of a part, from `offset`. If the server has
 * some of it already, the reply's `size` is that much, and the rest is ignored. With `kind` it comes
 * compressed: see `compression/block.ts`.
 */
export async function putPiece(request: IRequestStrict, context: AppContext): Promise<Response> {
  const { upload, sent } = await readSignedUpload(request, context);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { offset: offsetText = "" } = query;
  const offset = /^\d{1,12}$/.test(offsetText) ? Number(offsetText) : Number.NaN;
  const block = query.kind === undefined ? undefined : v.safeParse(blockQuerySchema, query);
  if (block?.success === false) return refuse(400, WRONG_BLOCK);
  const incoming = { ...sent, offset, block: block?.output };
  const receiving = receivePiece(context.uploads, upload, incoming, context.clock);
  // Otherwise the runtime would end this with the connection, before the last bytes are stored.
  context.scope.waitUntil(receiving);
  const outcome = await receiving;
  if (outcome.ok) {
    if (outcome.isPartCovered) joinLater(context, upload, sent.number);
    const response = reply(200, { success: true, ...outcome.piece });
    return withDraftVersion(context, upload.draftId, response);
  }
  if (!("held" in outcome)) return refuseBytes(upload, outcome);
  context.log("info", "upload.cut", { uploadId: upload.id });
  return refuse(outcome.status, outcome.text, { held: outcome.held });
}

/** Joins the pieces of a part behind the answer; what fails is done when the upload is finished. */
function joinLater(context: AppContext, upload: Upload, number: number): void {
  const joining = joinPieces(context.uploads, upload, number, context.clock);
  context.scope.waitUntil(joining.catch((error: unknown) => context.scope.logFailure(error)));
}
