import type { Fields } from "./autosave-state";

/**
 * What a field stands for. An id tells which row the fields around it belong to: the same names
 * around another id are other fields.
 */
function meaning([name, value]: Fields[number]): string {
  return name.endsWith(".id") ? `${name}=${value}` : name;
}

function covers(later: Fields, earlier: Fields): boolean {
  const names = new Set(later.map(meaning));
  return earlier.every((field) => names.has(meaning(field)));
}

/**
 * What is still to be sent once the form reads `fields`. The latest wins; but a form posts only
 * the panels that are open, so an earlier state with fields that have gone since stays in line.
 */
export function unsentWith(unsent: readonly Fields[], fields: Fields): Fields[] {
  return [...unsent.filter((earlier) => !covers(fields, earlier)), fields];
}

/** Whether two states of a form mean the same once saved: stray spaces and empty fields do not count. */
export function sameAnswers(one: Fields, other: Fields): boolean {
  const said = (fields: Fields) =>
    fields.flatMap(([name, value]) => {
      const text = value.replaceAll("\r\n", "\n").trim();
      return text === "" ? [] : [[name, text] as const];
    });
  return JSON.stringify(said(one)) === JSON.stringify(said(other));
}
