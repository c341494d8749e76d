/** One sentence per field name, in the order in which the rules are checked. */
export type FieldErrors = Record<string, string>;

/** What an action sends back when a step cannot pass: enough to redraw the page as it was. */
export interface Reply {
  /** Everything as it was typed, nested by field name. */
  values: object;
  errors: FieldErrors;
  /** Sentences about the step as a whole, shown above the list of fields. */
  summary: string[];
}

/** Whether there is nothing to complain about. */
export function isClean(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}
