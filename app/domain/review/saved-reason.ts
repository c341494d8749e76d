import * as v from "valibot";
import { type RejectionAnswer, rejectionAnswers } from "~/domain/submission/record/fix-link";
import { MAX_REASON, REASON_TOO_LONG, textSchema } from "./decision";
import { type FindingCode, findingCodes } from "./finding-words";

/** What a text is for: a rejection, or a request for changes. */
export const reasonKinds = ["reject", "changes"] as const;
export type ReasonKind = (typeof reasonKinds)[number];

/** More of a kind would not be found by anybody. */
export const MAX_SAVED_REASONS = 50;
const MAX_TITLE = 80;

/** A reason as staff have written it, with fields such as `{artist}`. */
export interface SavedReason {
  id: string;
  kind: ReasonKind;
  title: string;
  text: string;
  /** The key that chooses it on the desk, among those of its kind. */
  digit: number | null;
  /** What is found in a release and answered by it. */
  finding: FindingCode | null;
  /** What a rejection by it means. */
  answer: RejectionAnswer;
}

/** The keys that choose a reason. */
export const reasonDigits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** In a form: the lowest digit that no reason of its kind has. */
export const NEXT_DIGIT = "next";

const digitSchema = v.pipe(
  v.picklist(["", NEXT_DIGIT, ...reasonDigits.map(String)], "Choose a key from the list."),
  v.transform((text) => (text === NEXT_DIGIT ? text : text === "" ? null : Number(text))),
);

const oneLine = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\s+/g, " ").trim()),
);

const NOT_A_FINDING = "Choose a finding from the list.";

export const savedReasonSchema = v.object({
  kind: v.picklist(reasonKinds),
  title: v.pipe(
    oneLine,
    v.minLength(1, "Give it a name, so that colleagues find it."),
    v.maxLength(MAX_TITLE, `The name must have at most ${MAX_TITLE} characters.`),
  ),
  text: v.pipe(
    textSchema,
    v.minLength(1, "Write the reason first."),
    v.maxLength(MAX_REASON, REASON_TOO_LONG),
  ),
  digit: digitSchema,
  finding: v.pipe(
    v.picklist(["", ...findingCodes], NOT_A_FINDING),
    v.transform((code) => code || null),
  ),
  answer: v.picklist(rejectionAnswers, "Choose what it means from the list."),
});
/** A reason of a form. */
export type ReasonInput = v.InferOutput<typeof savedReasonSchema>;

/** The reasons that answer something that was found. */
export const suggestedReasons = <R extends Pick<SavedReason, "finding">>(
  reasons: readonly R[],
  codes: readonly FindingCode[],
): R[] => reasons.filter(({ finding }) => finding !== null && codes.includes(finding));

/** What the fields of a saved reason stand for. */
export interface ReasonValues {
  artist: string;
  title: string;
}

/** A saved reason for one submission: its fields are filled. Anything else in braces stays. */
export function fillReason(text: string, { artist, title }: ReasonValues): string {
  const values: Readonly<Record<string, string>> = { artist, title: title || "your release" };
  return text.replace(/\{(artist|title)\}/g, (field, name: string) => values[name] ?? field);
}
