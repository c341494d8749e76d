import * as v from "valibot";
import { MAX_LINE, multiLineUpTo, plainLineUpTo, singleLineUpTo, tooLong } from "~/forms/fields";
import type { FieldErrors } from "~/forms/form-reply";

type Text<S> = (source: S) => string | undefined;
/** `update` is the text below an item of the board. */
type Place = "review" | "staff" | "comparison" | "package" | "update";
type ColumnType =
  | "text"
  | "long_text"
  | "email"
  | "link"
  | "country"
  | "date"
  | "status"
  | "checkbox";

/** A field of the form. It is shown where it has a label, with another text where that says one. */
export interface FormField<S> extends Partial<Record<Place, string | readonly [string, Text<S>]>> {
  /** The label of all places that say no other. */
  label?: string;
  /** The label on the pages `review` and `staff`. */
  pages?: string;
  /** The label in the lists `comparison` and `package`, here in lower case. */
  lists?: string;
  /** Its column on the board has its name; null for none. */
  board?: ColumnType | null;
  /** The answer itself where this is left out. Undefined has no row. */
  text?: Text<S>;
  /** How the form's input is read; the draft has the field by this rule. */
  rule?: v.GenericSchema<unknown, string | boolean>;
  /** How the submission stores it. */
  recorded?: v.GenericSchema<unknown, string | boolean>;
  /** Its name in errors. */
  called?: string;
  /** In UTF-16 units. */
  max?: number;
  required?: boolean;
  /** The field where it is changed, if that is another. */
  changedAt?: string;
  isLink?: boolean;
}
export type FormFields<S> = Readonly<Record<string, FormField<S>>>;

type TextRule = v.GenericSchema<unknown, string>;
const recorded = v.optional(v.string(), "");
const text = "text" as const;

/** An answer in text by a rule that has no limit of its own. */
export const typed = <R extends TextRule>(rule: R) => ({ rule, recorded, board: text });
const limited = <R extends TextRule>(called: string, max: number, rule: R) => {
  return { ...typed(rule), called, max };
};
export const line = (called: string, max = MAX_LINE) => limited(called, max, singleLineUpTo(max));
/** A line of plain letters and digits. */
export const plain = (called: string, max = MAX_LINE) => limited(called, max, plainLineUpTo(max));
export const prose = (called: string, max: number) => limited(called, max, multiLineUpTo(max));
export const yesNo = (isOn: boolean) => (isOn ? "Yes" : "No");

type PartsOf<F, P extends string> = {
  [K in keyof F as F[K] extends Record<P, NonNullable<unknown>> ? K : never]: F[K] extends Record<
    P,
    infer T
  >
    ? T
    : never;
};

/** One property, such as the rule, of all fields that have it, by name. */
export function partsOf<const F extends FormFields<never>, P extends keyof FormField<never>>(
  fields: F,
  part: P,
): PartsOf<F, P> {
  const parts = Object.entries(fields).map(([name, field]) => [name, field[part]] as const);
  return Object.fromEntries(parts.filter(([, value]) => value)) as PartsOf<F, P>;
}

function answerOf(source: object, name: string): string {
  const answer: unknown = Reflect.get(source, name);
  return typeof answer === "string" ? answer : "";
}

function labelAt<S>(field: FormField<S>, place: Place | "board") {
  const { label, pages = label, lists = label } = field;
  if (place === "board" || field[place]) return field[place];
  if (place === "package") return lists?.toLowerCase();
  return place === "comparison" ? lists : place === "update" ? label : pages;
}

/** The fields of a place, in order. */
export function fieldsAt<S extends object>(fields: FormFields<S>, place: Place | "board") {
  return Object.entries(fields).flatMap(([name, field]) => {
    const shown = labelAt(field, place);
    if (!shown) return [];
    const ownText: Text<S> = field.text ?? ((source) => answerOf(source, name));
    const [label, text] = typeof shown === "string" ? [shown, ownText] : shown;
    return [{ name, label, text, isLink: field.isLink, changedAt: field.changedAt ?? name }];
  });
}

/** The texts of a place by label. */
export const textsAt = <S extends object>(fields: FormFields<S>, place: Place, source: S) =>
  fieldsAt(fields, place).map(({ label, text }) => [label, text(source) ?? ""] as const);

/** The errors of answers that are too long. */
export function checkLengths(fields: FormFields<never>, answers: object): FieldErrors {
  const errors = Object.entries(fields).map(([name, { called = name, max = Infinity }]) => {
    return [name, tooLong(called, answerOf(answers, name), max)] as const;
  });
  return Object.fromEntries(errors.flatMap(([name, error]) => (error ? [[name, error]] : [])));
}
