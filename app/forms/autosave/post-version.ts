import { lastOf } from "~/platform/formats/last-of";

/** The names of the fields that are about saving, not answers. */
const ABOUT_SAVING = ["", "intent", "version", "newerVersion", "draft"];

type Posted = readonly (readonly [name: string, value: string])[];

/** The button under a conflict that keeps what is on the page. */
export const KEEP_MINE = "keep-mine";

const last = (fields: Posted, name: string) =>
  lastOf(fields.filter(([other]) => other === name))?.[1];

/**
 * The token of the answers that a posted form was based on; undefined for a form that says
 * nothing of it. Whoever decides a conflict for the page posts the newer token along.
 */
export function baseOf(fields: Posted): string | undefined {
  const newer = last(fields, "intent") === KEEP_MINE ? last(fields, "newerVersion") : undefined;
  return newer ?? last(fields, "version");
}

/** The draft that the page of a posted form belonged to, if it says so. */
export function draftOfPost(fields: Posted): string | undefined {
  return last(fields, "draft");
}

/** The answers in a posted form, without the fields that are about saving. */
export function answerFields(fields: Posted): [string, string][] {
  return fields.flatMap(([name, value]) => (ABOUT_SAVING.includes(name) ? [] : [[name, value]]));
}
