import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  MAX_PROOF_BYTES,
  PROOF_TOO_LARGE,
  type ProofPlace,
  readProofField,
} from "~/domain/artists/release/rights-proofs";
import { BrokenFormError, type Chunks, readFormParts } from "~/forms/form-parts.server";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { INCOMPLETE_FORM_TEXT, NO_FORM_TEXT, TOO_MUCH_TEXT } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";
import { readTypedForm } from "../read-autosave-form.server";
import { replyToPost, requireRelease } from "./own-release.server";
import { detailsPage, postDetails } from "./release-details.server";
import { storePostedProof } from "./release-proofs.server";

const MAX_FIELDS_BYTES = 3 * 1024 * 1024;
/** Cloudflare's limit. */
const MAX_POST_BYTES = 100 * 1024 * 1024;
const LIMITS = { bytes: MAX_POST_BYTES, fieldBytes: MAX_FIELDS_BYTES };
const TOO_LARGE = "These files are too large to send at once. Go back and send fewer of them.";

/** Stores one file. @returns why it was refused. */
type StoreFile = (
  place: ProofPlace,
  file: { fileName: string; bytes: Uint8Array<ArrayBuffer> },
) => Promise<string | undefined>;

interface DetailsPost {
  fields: [string, string][];
  /** What is wrong with the files, by field. */
  fileErrors: FieldErrors;
}

/** Reads a file to its end; drops the bytes once it exceeds the limit. */
async function readFile(chunks: Chunks): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const stored: Uint8Array<ArrayBufferLike>[] = [];
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.length;
    if (size <= MAX_PROOF_BYTES) stored.push(next.value);
    else stored.length = 0;
  }
  if (size > MAX_PROOF_BYTES) return undefined;
  return new Uint8Array(await new Blob(stored.map((chunk) => new Uint8Array(chunk))).arrayBuffer());
}

async function readMultipart(request: Request, trackCount: number, store: StoreFile) {
  const post: DetailsPost = { fields: [], fileErrors: {} };
  let remainingBytes = MAX_FIELDS_BYTES;
  for await (const part of readFormParts(request, LIMITS)) {
    if (part.kind === "field") {
      remainingBytes -= part.name.length + part.value.length;
      if (remainingBytes < 0) throw refusal(413, TOO_MUCH_TEXT);
      post.fields.push([part.name, part.value]);
      continue;
    }
    const bytes = await readFile(part.chunks);
    const place = readProofField(part.name, trackCount);
    // An empty file field arrives as a file without a name.
    if (!place || part.fileName === "") continue;
    // One after the other, so that only one file is in memory.
    const problem = bytes
      ? await store(place, { fileName: part.fileName, bytes })
      : PROOF_TOO_LARGE;
    if (problem) post.fileErrors[part.name] = invalidError(problem);
  }
  return post;
}

/**
 * Reads posted details in either form encoding, and stores their files of proof as they arrive.
 * @throws Response a refusal: 415 if it is no form, 413 if too large, 408 if it stops arriving, 400 if
 * broken.
 */
async function readDetailsPost(request: Request, trackCount: number, store: StoreFile) {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (type.startsWith("application/x-www-form-urlencoded"))
    return { fields: await readTypedForm(request), fileErrors: {} };
  if (!type.startsWith("multipart/form-data")) throw refusal(415, NO_FORM_TEXT);
  try {
    return await readMultipart(request, trackCount, store);
  } catch (error) {
    if (!(error instanceof BrokenFormError)) throw error;
    const isLarge = error.reason === "TooLarge" || error.reason === "ReachedLimit";
    if (isLarge) throw refusal(413, TOO_LARGE);
    throw refusal(error.reason === "Cut" ? 408 : 400, INCOMPLETE_FORM_TEXT);
  }
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "read");
  return detailsPage(context, release);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId, "write");
  const trackCount = release.submission.form.tracks.length;
  const post = await readDetailsPost(request, trackCount, (place, file) =>
    storePostedProof(context, release, place, file),
  );
  const result = await postDetails(context, release, post);
  const path = `/release-details/${encodeURIComponent(params.submissionId ?? "")}`;
  return replyToPost(context, path, result);
}
