/** Whether there is no answer yet, or one that will not do. */
type Reason = "missing" | "wrong";

/** What keeps a field from passing. */
export interface FieldError {
  /** One sentence for the artist. */
  text: string;
  reason: Reason;
}

/** One error per field name, in the order in which the rules are checked. */
export type FieldErrors = Record<string, FieldError>;

/** The error of a field that has no answer and needs one. */
export const missingError = (text: string): FieldError => ({ text, reason: "missing" });

/** The error of a field whose answer will not do. */
export const invalidError = (text: string): FieldError => ({ text, reason: "wrong" });

/** A general text and the specific one after it, as one: what the specification says stays whole. */
export function joinTexts(general: string, specific: string): string {
  return `${general}${/[.!?]$/.test(general) ? "" : "."} ${specific}`;
}

/** What is wrong with a form, and the files that came with it and were refused: one text a field. */
export function mergeFileErrors(formErrors: FieldErrors, fileErrors: FieldErrors): FieldErrors {
  const files = Object.entries(fileErrors).map(([name, error]): [string, FieldError] => {
    const general = formErrors[name];
    return [name, general ? { ...general, text: joinTexts(general.text, error.text) } : error];
  });
  const all = Object.fromEntries(files);
  return { ...all, ...formErrors, ...all };
}

/** The sentences alone, by field name. */
export function errorTexts(errors: FieldErrors): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, { text }]) => [name, text]));
}

/** What an action sends back when a step cannot pass: enough to redraw the page as it was. */
export interface FormReply {
  /** Everything as it was typed, nested by field name. */
  values: object;
  errors: FieldErrors;
  /** Sentences about the step as a whole, shown above the list of fields. */
  summary: string[];
}

/** Whether there is nothing to complain about. */
export function hasNoErrors(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
