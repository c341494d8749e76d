import type { FieldErrors } from "./form-reply";
import { fieldName, fieldPath } from "./read-form";

interface FormProblems {
  errors: FieldErrors;
  summary: readonly string[];
}

const child = (value: unknown, step: string | number): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string | number, unknown>)[step]
    : undefined;

function rowId(row: unknown): string | undefined {
  const id = child(row, "id");
  return typeof id === "string" && id !== "" ? id : undefined;
}

/**
 * A path with row ids in place of indexes: ids stay while rows come, go and move. Rows without an
 * id keep their index.
 */
function toPlace(name: string, values: object): string {
  let current: unknown = values;
  const steps = (fieldPath(name) ?? [name]).map((step) => {
    current = child(current, step);
    return (typeof step === "number" ? rowId(current) : undefined) ?? step;
  });
  return JSON.stringify(steps);
}

function findFieldName(name: string, previousValues: object, currentValues: object) {
  let [from, to]: unknown[] = [previousValues, currentValues];
  const steps: (string | number)[] = [];
  for (const step of fieldPath(name) ?? [name]) {
    from = child(from, step);
    const id = typeof step === "number" ? rowId(from) : undefined;
    const row =
      id && Array.isArray(to) ? to.findIndex((candidate) => rowId(candidate) === id) : step;
    if (row === -1) return undefined;
    to = child(to, row);
    steps.push(row);
  }
  return fieldName(steps);
}

export function errorPlaces(
  { errors }: Pick<FormProblems, "errors">,
  values: object,
): ReadonlySet<string> {
  return new Set(Object.keys(errors).map((name) => toPlace(name, values)));
}

interface ErrorContext {
  previousValues: object;
  currentValues: object;
  currentProblems: FormProblems & { values: object };
  /** What the page had found by itself; everything else only the server knows. */
  clientProblems: { places: ReadonlySet<string>; summary: readonly string[] };
  /** Whether a field is as it was when the server refused it. */
  isUnchanged: (name: string) => boolean;
  /** Whether the current text replaces the old one; used for files, which nobody types. */
  usesCurrentText?: (name: string) => boolean;
}

/**
 * The errors still shown after an edit: each stays with its text until its field is right, and no
 * new error appears while the artist types.
 */
export function remainingErrors<T extends FormProblems>(
  reply: T,
  context: ErrorContext,
): Pick<T, "errors" | "summary"> {
  const {
    previousValues,
    currentValues,
    currentProblems,
    clientProblems,
    isUnchanged,
    usesCurrentText,
  } = context;
  const currentErrors = new Map(
    Object.entries(currentProblems.errors).map(([name, error]) => [
      toPlace(name, currentProblems.values),
      error,
    ]),
  );
  const errors: FieldErrors = {};
  for (const [name, error] of Object.entries(reply.errors)) {
    const place = toPlace(name, previousValues);
    const currentError = currentErrors.get(place);
    const isStillWrong =
      clientProblems.places.has(place) || currentError
        ? currentError !== undefined
        : isUnchanged(name);
    const newName = isStillWrong ? findFieldName(name, previousValues, currentValues) : undefined;
    if (newName !== undefined) errors[newName] = (usesCurrentText?.(name) && currentError) || error;
  }
  const summary = reply.summary.filter(
    (sentence) =>
      !clientProblems.summary.includes(sentence) || currentProblems.summary.includes(sentence),
  );
  return { errors, summary };
}
