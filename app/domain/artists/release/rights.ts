import type { LabelledValues } from "~/domain/submission/record/distribution-details";
import { type FieldErrors, missingError } from "~/forms/form-reply";
import type { TrackTitles } from "../release-tracks";
import type { Details, TrackDetails } from "./details";
import { groupMissing } from "./missing-groups";

export const SAMPLE_LABELS = {
  no: "No",
  cleared: "Yes, with permission for all",
  uncleared: "Yes, without permission for all yet",
} as const;
const YES_NO_LABELS = { no: "No", yes: "Yes" } as const;

/** An answer that needs evidence unless it is no. */
interface RightsAnswer {
  field: string;
  /** The question in a word or two. */
  name: string;
  /** Empty while not answered. */
  answer: string;
  proof: string;
  /** What staff must ask for; undefined if nothing is open. */
  gap: string | undefined;
}

function rightsAnswer(
  question: { field: string; name: string; noProof: string },
  value: "" | "no" | "yes" | "cleared" | "uncleared",
  proof: string,
): RightsAnswer {
  const { noProof, ...names } = question;
  const labels = { ...SAMPLE_LABELS, ...YES_NO_LABELS };
  if (value === "") return { ...names, answer: "", proof: "", gap: "not answered" };
  const answer = labels[value];
  if (value === "no") return { ...names, answer, proof: "", gap: undefined };
  if (value === "uncleared") return { ...names, answer, proof, gap: "no permission yet" };
  return { ...names, answer, proof: proof || noProof, gap: proof ? undefined : noProof };
}

const trackAnswers = ({ cover, coverProof, samples, samplesProof }: TrackDetails) => [
  rightsAnswer(
    { field: "cover", name: "Cover version", noProof: "no licence given" },
    cover,
    coverProof,
  ),
  rightsAnswer(
    { field: "samples", name: "Samples", noProof: "no proof given" },
    samples,
    samplesProof,
  ),
];

const releaseAnswer = ({ workForHire, workForHireProof }: Details) =>
  rightsAnswer(
    { field: "workForHire", name: "Work for hire", noProof: "no agreement given" },
    workForHire,
    workForHireProof,
  );

const toRow = ({ name, answer, proof }: RightsAnswer) =>
  [name, [answer || "Not answered", proof].filter(Boolean).join(": ")] as const;

/** The rights answers of a track as text. */
export const trackRightsRows = (track: TrackDetails): LabelledValues =>
  trackAnswers(track).map(toRow);

/** The rights answers of the release as text. */
export const releaseRightsRows = (details: Details): LabelledValues => [
  toRow(releaseAnswer(details)),
];

/** Open rights questions by field. They never keep the details from being sent. */
export function findRightsGaps(details: Details): FieldErrors {
  const toEntries = (prefix: string, answers: readonly RightsAnswer[]) =>
    answers.flatMap(({ field, name, gap }) =>
      gap ? [[`${prefix}${field}`, missingError(`${name}: ${gap}`)] as const] : [],
    );
  return Object.fromEntries([
    ...toEntries("", [releaseAnswer(details)]),
    ...details.tracks.flatMap((track, index) =>
      toEntries(`tracks[${index}].`, trackAnswers(track)),
    ),
  ]);
}

/** One line for each open question, with the tracks that it is about. */
export function describeRightsGaps(details: Details, form: TrackTitles): string[] {
  return groupMissing(findRightsGaps(details), form).flatMap(({ title, lines }) =>
    lines.map(({ text }) => `${title}: ${text}`),
  );
}
