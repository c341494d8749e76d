import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { megabytes } from "~/platform/formats/bytes";
import { trackIdAt } from "../release-tracks";

/** The rights questions, by the name of their field. */
export const PROOF_QUESTIONS = {
  cover: "Cover version",
  samples: "Samples",
  workForHire: "Work for hire",
} as const;
export type ProofQuestion = keyof typeof PROOF_QUESTIONS;

/** What a proof is about. */
export interface ProofPlace {
  /** Empty for a question about the whole release. */
  trackId: string;
  question: ProofQuestion;
}

/** The file that proves an answer. */
export interface ProofFile extends ProofPlace {
  id: string;
  fileName: string;
}

export const MAX_PROOF_BYTES = 10 * 1024 * 1024;
export const PROOF_TOO_LARGE = `This file is larger than ${megabytes(MAX_PROOF_BYTES)} MB. Choose a smaller one.`;
export const PROOF_WRONG_KIND = "This file is not a PDF, JPEG or PNG. Choose another.";

/** The intent of the button that stores the chosen files. */
export const ADD_PROOF = "add-proof";
const REMOVE_PROOF = /^remove-proof:([0-9A-Za-z-]{1,40})$/;

/** By the file's id, so that an old page can't remove a newer file. */
export const removeProofIntent = (id: string) => `remove-proof:${id}`;

/** The id of the file that a button removes; undefined for any other button. */
export const readProofRemoval = (intent: string): string | undefined =>
  REMOVE_PROOF.exec(intent)?.[1];

/** The file field of a question. @param prefix of the fields of its track, such as `tracks[0].` */
export const proofField = (question: ProofQuestion, prefix = "") => `${prefix}${question}File`;

/** What a posted file field is about; undefined for any other field, and for tracks that there are not. */
export function readProofField(name: string, trackCount: number): ProofPlace | undefined {
  if (name === proofField("workForHire")) return { trackId: "", question: "workForHire" };
  const [, indexText, question] = /^tracks\[(\d{1,2})\]\.(cover|samples)File$/.exec(name) ?? [];
  const index = Number(indexText);
  if (question === undefined || index >= trackCount) return undefined;
  return { trackId: trackIdAt(index), question: question === "cover" ? "cover" : "samples" };
}

export const findProof = <P extends ProofPlace>(
  proofs: readonly P[],
  { trackId, question }: ProofPlace,
): P | undefined =>
  proofs.find((proof) => proof.trackId === trackId && proof.question === question);

/** The path of a stored proof. The id decides, the name is for people. */
export const proofPath = ({ id, fileName }: Pick<ProofFile, "id" | "fileName">) =>
  `/files/proofs/${id}/${encodeURIComponent(fileName)}`;

/** Chosen files that are too large to send, by field. */
export function findLargeProofs(data: FormData): FieldErrors {
  return Object.fromEntries(
    [...data].flatMap(([name, value]) =>
      typeof value !== "string" && value.size > MAX_PROOF_BYTES
        ? [[name, invalidError(PROOF_TOO_LARGE)]]
        : [],
    ),
  );
}
