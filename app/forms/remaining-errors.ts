import type { FieldErrors } from "./form-reply";
import { fieldName, fieldPath } from "./read-form";

/** What was found wrong with a form. */
interface FormFaults {
  errors: FieldErrors;
  summary: readonly string[];
}

const child = (value: unknown, step: string | number): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string | number, unknown>)[step]
    : undefined;

function idOf(row: unknown): string | undefined {
  const id = child(row, "id");
  return typeof id === "string" && id !== "" ? id : undefined;
}

/**
 * Where a field is, told by the ids of the rows around it: those stay while rows come, go and move,
 * and names do not. Rows without an id go by their place.
 */
function placeOf(name: string, values: object): string {
  let at: unknown = values;
  const steps = (fieldPath(name) ?? [name]).map((step) => {
    at = child(at, step);
    return (typeof step === "number" ? idOf(at) : undefined) ?? step;
  });
  return JSON.stringify(steps);
}

/** The name that the field at a place has in other values; undefined where its row is gone. */
function nameAt(name: string, before: object, now: object): string | undefined {
  let [from, to]: unknown[] = [before, now];
  const steps: (string | number)[] = [];
  for (const step of fieldPath(name) ?? [name]) {
    from = child(from, step);
    const id = typeof step === "number" ? idOf(from) : undefined;
    const row = id && Array.isArray(to) ? to.findIndex((one) => idOf(one) === id) : step;
    if (row === -1) return undefined;
    to = child(to, row);
    steps.push(row);
  }
  return fieldName(steps);
}

/** The places of all fields with an error. */
export function placesOf(
  { errors }: Pick<FormFaults, "errors">,
  values: object,
): ReadonlySet<string> {
  return new Set(Object.keys(errors).map((name) => placeOf(name, values)));
}

interface Look {
  /** The values as the page showed them, and shows them now. */
  before: object;
  now: object;
  /** What the page finds wrong now, with the values that it judged. */
  found: FormFaults & { values: object };
  /** What the page found by itself when it was told; the rest only the server knows. */
  known: { places: ReadonlySet<string>; summary: readonly string[] };
  /** Whether a field that only the server found wrong still is as it was then. */
  unchanged: (name: string) => boolean;
  /** Whether an error is told in the words of now: of a file, of which nothing is being typed. */
  renewed?: (name: string) => boolean;
}

/**
 * What is left of what a page tells: an error stays, in the words it was told in, until its field is
 * right, and nothing new is added while somebody types.
 */
export function remainingErrors<T extends FormFaults>(
  reply: T,
  look: Look,
): Pick<T, "errors" | "summary"> {
  const { before, now, found, known, unchanged, renewed } = look;
  const wrong = new Map(
    Object.entries(found.errors).map(([name, error]) => [placeOf(name, found.values), error]),
  );
  const errors: FieldErrors = {};
  for (const [name, error] of Object.entries(reply.errors)) {
    const place = placeOf(name, before);
    const still = wrong.get(place);
    const stays = known.places.has(place) || still ? still !== undefined : unchanged(name);
    const newName = stays ? nameAt(name, before, now) : undefined;
    if (newName !== undefined) errors[newName] = (renewed?.(name) && still) || error;
  }
  const summary = reply.summary.filter(
    (sentence) => !known.summary.includes(sentence) || found.summary.includes(sentence),
  );
  return { errors, summary };
}
