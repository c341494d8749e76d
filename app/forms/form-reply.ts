type Reason = "missing" | "wrong";

export interface FieldError {
  text: string;
  reason: Reason;
}

/** One error per field name, in the order of the rules. */
export type FieldErrors = Record<string, FieldError>;

export const missingError = (text: string): FieldError => ({ text, reason: "missing" });

export const invalidError = (text: string): FieldError => ({ text, reason: "wrong" });

/** Joins two sentences; the text of the specification stays unchanged. */
export function joinTexts(general: string, specific: string): string {
  return `${general}${/[.!?]$/.test(general) ? "" : "."} ${specific}`;
}

/** Merges errors of the form with those of refused files, one text per field. */
export function mergeFileErrors(formErrors: FieldErrors, fileErrors: FieldErrors): FieldErrors {
  const files = Object.entries(fileErrors).map(([name, error]): [string, FieldError] => {
    const general = formErrors[name];
    return [name, general ? { ...general, text: joinTexts(general.text, error.text) } : error];
  });
  const all = Object.fromEntries(files);
  return { ...all, ...formErrors, ...all };
}

export function errorTexts(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, { text }]) => [name, text]));
}

/** What every action answers to a form that does not pass: enough to draw it again. */
export interface FormReply<Values extends object = object> {
  values: Values;
  errors: FieldErrors;
  /** What is wrong with the form as a whole. */
  trouble?: string | undefined;
}

/** For forms whose errors are listed above them: with sentences about the whole. */
export interface SummarizedReply extends FormReply {
  summary: string[];
}

/** The reply to a form whose buttons are all that it has. */
export const NO_FIELDS: FormReply = { values: {}, errors: {} };

export function hasNoErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
