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

/** What an action returns when a step does not pass: enough to draw the page again. */
export interface FormReply {
  values: object;
  errors: FieldErrors;
  /** Sentences about the whole step, shown above the list of fields. */
  summary: string[];
}

export function hasNoErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
