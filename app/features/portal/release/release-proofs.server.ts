import { listProofs, removeProof, storeProof } from "~/domain/artists/release/proof-store.server";
import {
  type ProofPlace,
  proofPath,
  readProofRemoval,
} from "~/domain/artists/release/rights-proofs";
import { formatBytes } from "~/platform/formats/bytes";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { tooManyUploadsText } from "~/session/visitor-limits.server";
import { MOVED_ON, type OwnRelease } from "./own-release.server";

const UNAVAILABLE = "We couldn't take this file just now. Choose it again in a minute.";

/** The proofs of a release, for its page. */
export async function proofViews({ db }: AppContext, { owner }: OwnRelease) {
  const proofs = await listProofs(db, owner.submissionId);
  return proofs.map(({ id, trackId, question, fileName, size }) => {
    const url = proofPath({ id, fileName });
    return { id, trackId, question, fileName, size: formatBytes(size), url };
  });
}

/** Stores a posted proof. @returns why it was refused. @throws Response 409 if the release has moved on. */
export async function storePostedProof(
  context: AppContext,
  { owner }: OwnRelease,
  place: ProofPlace,
  file: { fileName: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string | undefined> {
  const { db, clock, ids, uploads, scope, log } = context;
  const { submissionId } = owner;
  const wait = await scope.limitCall("uploads", file.bytes.length);
  if (wait !== undefined) return tooManyUploadsText(wait);
  try {
    const result = await storeProof({ db, clock, ids, files: uploads.own }, owner, place, file);
    if (result === "moved-on") throw refusal(409, MOVED_ON);
    log("info", result === "stored" ? "proof.stored" : "proof.refused", { submissionId });
    return result === "stored" ? undefined : result.problem;
  } catch (error) {
    if (error instanceof Response) throw error;
    scope.logFailure(error);
    return UNAVAILABLE;
  }
}

/** Removes the proof that a button names. @returns whether the button is one of these. */
export async function removePostedProof(
  { db, clock, log }: AppContext,
  { owner }: OwnRelease,
  intent: string,
): Promise<boolean> {
  const id = readProofRemoval(intent);
  if (id === undefined) return false;
  const { submissionId } = owner;
  if (await removeProof(db, owner, id, clock())) log("info", "proof.removed", { submissionId });
  return true;
}
