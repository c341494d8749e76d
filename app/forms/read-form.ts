/** A posted form, nested by its field names: `tracks[0].title` becomes tracks → 0 → title. */
export type FormValues = { [name: string]: FormValue };
export type FormValue = string | boolean | FormValues | FormValue[];

/** The fields below a name; none if it holds something else. */
export const asGroup = (value: FormValue | undefined): FormValues =>
  typeof value === "object" && !Array.isArray(value) ? value : {};

const MAX_INDEX = 255;
const MAX_DEPTH = 8;

/** Splits `tracks[0].title` into ["tracks", 0, "title"]; undefined for an invalid name. */
export function fieldPath(name: string): (string | number)[] | undefined {
  if (!/^[A-Za-z_][\w-]*(?:\[\d{1,3}\]|\.[A-Za-z_][\w-]*)*$/.test(name)) return undefined;
  const path = Array.from(name.matchAll(/\[(\d+)\]|([A-Za-z_][\w-]*)/g), (match) =>
    match[1] === undefined ? (match[2] ?? "") : Number(match[1]),
  );
  const isSafe = path.every((step) =>
    typeof step === "number" ? step <= MAX_INDEX : !(step in Object.prototype),
  );
  return isSafe && path.length <= MAX_DEPTH ? path : undefined;
}

export function fieldName(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (name, step) =>
      typeof step === "number" ? `${name}[${step}]` : name ? `${name}.${step}` : step,
    "",
  );
}

function setAtPath(target: FormValues | FormValue[], path: (string | number)[], value: string) {
  const [step, ...rest] = path;
  if (step === undefined) return;
  const container = target as Record<string | number, FormValue>;
  if (Array.isArray(target) !== (typeof step === "number")) return;
  const [next] = rest;
  if (next === undefined) {
    container[step] = value;
    return;
  }
  const existing = container[step];
  const child =
    typeof existing === "object" ? existing : typeof next === "number" ? [] : ({} as FormValues);
  container[step] = child;
  setAtPath(child, rest, value);
}

/**
 * Nested, without files and invalid names; lists get no holes. Texts are as posted: fields cut them
 * to their limits before they normalize them.
 */
export function readForm(form: Iterable<[string, string | File]>): FormValues {
  const values: FormValues = {};
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const path = fieldPath(name);
    if (path) setAtPath(values, path, value);
  }
  return compactLists(values) as FormValues;
}

function compactLists(value: FormValue): FormValue {
  if (typeof value !== "object") return value;
  if (Array.isArray(value)) return Object.values(value).map(compactLists);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, compactLists(item)]),
  );
}
