import * as v from "valibot";
import type { LabelledValues } from "~/domain/submission/record/distribution-details";
import { type FieldErrors, missingError } from "~/forms/form-reply";
import type { TrackTitles } from "../release-tracks";
import { type Details, detailsSchema, type TrackDetails } from "./details";
import { groupMissing } from "./missing-groups";
import { findProof, PROOF_QUESTIONS, type ProofFile, type ProofQuestion } from "./rights-proofs";

export const SAMPLE_LABELS = {
  no: "No",
  cleared: "Yes, with permission for all",
  uncleared: "Yes, without permission for all yet",
} as const;
const YES_NO_LABELS = { no: "No", yes: "Yes" } as const;

/** An answer that needs evidence unless it is no. */
interface RightsAnswer {
  field: ProofQuestion;
  /** The question in a word or two. */
  name: string;
  /** Empty while not answered. */
  answer: string;
  proof: string;
  /** What staff must ask for; undefined if nothing is open. */
  gap: string | undefined;
}

const NO_PROOF_TEXTS = {
  cover: "no licence given",
  samples: "no proof given",
  workForHire: "no agreement given",
} as const;

function rightsAnswer(
  field: ProofQuestion,
  value: "" | "no" | "yes" | "cleared" | "uncleared",
  link: string,
  file: ProofFile | undefined,
): RightsAnswer {
  const question = { field, name: PROOF_QUESTIONS[field] };
  const noProof = NO_PROOF_TEXTS[field];
  const proof = [link, file ? `file ${file.fileName}` : ""].filter(Boolean).join(", ");
  const labels = { ...SAMPLE_LABELS, ...YES_NO_LABELS };
  if (value === "") return { ...question, answer: "", proof: "", gap: "not answered" };
  const answer = labels[value];
  if (value === "no") return { ...question, answer, proof: "", gap: undefined };
  if (value === "uncleared") return { ...question, answer, proof, gap: "no permission yet" };
  return { ...question, answer, proof: proof || noProof, gap: proof ? undefined : noProof };
}

const trackAnswers = (track: TrackDetails, proofs: readonly ProofFile[]) => {
  const { id: trackId, cover, coverProof, samples, samplesProof } = track;
  const fileOf = (question: ProofQuestion) => findProof(proofs, { trackId, question });
  return [
    rightsAnswer("cover", cover, coverProof, fileOf("cover")),
    rightsAnswer("samples", samples, samplesProof, fileOf("samples")),
  ];
};

const releaseAnswer = ({ workForHire, workForHireProof }: Details, proofs: readonly ProofFile[]) =>
  rightsAnswer(
    "workForHire",
    workForHire,
    workForHireProof,
    findProof(proofs, { trackId: "", question: "workForHire" }),
  );

const rightsAnswers = (details: Details, proofs: readonly ProofFile[]) => [
  releaseAnswer(details, proofs),
  ...details.tracks.flatMap((track) => trackAnswers(track, proofs)),
];

/** The questions that were answered, and whose answer needs evidence that there is not. */
export const unprovedRights = (details: unknown, proofs: readonly ProofFile[]): ProofQuestion[] =>
  rightsAnswers(v.parse(detailsSchema, details), proofs).flatMap(({ field, answer, gap }) =>
    answer !== "" && gap !== undefined ? [field] : [],
  );

const toRow = ({ name, answer, proof }: RightsAnswer) =>
  [name, [answer || "Not answered", proof].filter(Boolean).join(": ")] as const;

/** The rights answers of a track as text. */
export function trackRightsRows(track: TrackDetails, proofs: readonly ProofFile[]): LabelledValues {
  const isCover = track.cover === "yes";
  return [
    ...trackAnswers(track, proofs).map(toRow),
    ["Original songwriters", isCover ? track.coverWriters : ""],
    ["Original publisher", isCover ? track.coverPublisher : ""],
  ];
}

/** The rights answers of the release as text. */
export const releaseRightsRows = (
  details: Details,
  proofs: readonly ProofFile[],
): LabelledValues => [toRow(releaseAnswer(details, proofs))];

/** The files behind answers that need evidence, each with what it proves. */
export function describeProofs<P extends ProofFile>(
  details: Details,
  { tracks }: TrackTitles,
  proofs: readonly P[],
): (P & { proves: string })[] {
  const toNeeded = (trackId: string, about: string, answers: readonly RightsAnswer[]) =>
    answers.flatMap(({ field, name, answer }) => {
      const proof = findProof(proofs, { trackId, question: field });
      const isNeeded = answer !== "" && answer !== YES_NO_LABELS.no;
      return proof && isNeeded ? [{ ...proof, proves: `${about}${name}` }] : [];
    });
  return [
    ...toNeeded("", "", [releaseAnswer(details, proofs)]),
    ...details.tracks.flatMap((track, index) => {
      const title = [`Track ${index + 1}`, tracks[index]?.title].filter(Boolean).join(", ");
      return toNeeded(track.id, `${title}: `, trackAnswers(track, proofs));
    }),
  ];
}

/** What is open about whose song a cover version is, by field. */
function songGaps(track: TrackDetails, isSolo: boolean): [string, string][] {
  if (track.cover !== "yes") return [];
  const gaps: [string, string][] = [];
  if (isSolo && track.soloCover === "")
    gaps.push(["soloCover", "Solo work, but a cover version: say who wrote the song"]);
  if (track.coverWriters === "")
    gaps.push(["coverWriters", "Cover version: original songwriters not given"]);
  return gaps;
}

/** Open rights questions by field. They never keep the details from being sent. */
export function findRightsGaps(
  details: Details,
  form: TrackTitles,
  proofs: readonly ProofFile[] = [],
): FieldErrors {
  const toEntries = (prefix: string, answers: readonly RightsAnswer[]) =>
    answers.flatMap(({ field, name, gap }) =>
      gap ? [[`${prefix}${field}`, missingError(`${name}: ${gap}`)] as const] : [],
    );
  return Object.fromEntries([
    ...toEntries("", [releaseAnswer(details, proofs)]),
    ...details.tracks.flatMap((track, index) => {
      const prefix = `tracks[${index}].`;
      const isSolo = form.tracks[index]?.metadata?.soloWork ?? false;
      const gaps = songGaps(track, isSolo).map(
        ([field, text]) => [prefix + field, missingError(text)] as const,
      );
      return [...toEntries(prefix, trackAnswers(track, proofs)), ...gaps];
    }),
  ]);
}

/** One line for each open question, with the tracks that it is about. */
export function describeRightsGaps(
  details: Details,
  form: TrackTitles,
  proofs: readonly ProofFile[] = [],
): string[] {
  return groupMissing(findRightsGaps(details, form, proofs), form).flatMap(({ title, lines }) =>
    lines.map(({ text }) => `${title}: ${text}`),
  );
}
