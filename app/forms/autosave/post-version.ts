import { lastOf } from "~/platform/formats/last-of";

/** The names of the fields that are about saving, not answers. */
const ABOUT_SAVING = ["", "intent", "version", "newerVersion", "draft"];

type PostedFields = readonly (readonly [name: string, value: string])[];

/** The button under a conflict that keeps what is on the page. */
export const KEEP_MINE = "keep-mine";

const lastValue = (fields: PostedFields, name: string) =>
  lastOf(fields.filter(([fieldName]) => fieldName === name))?.[1];

/**
 * The token of the answers that a posted form was based on; undefined for a form that says
 * nothing of it. Whoever decides a conflict for the page posts the newer token along.
 */
export function baseOf(fields: PostedFields): string | undefined {
  const newer = lastValue(fields, "intent") === KEEP_MINE ? lastValue(fields, "newerVersion") : undefined;
  return newer ?? lastValue(fields, "version");
}

/** The draft that the page of a posted form belonged to, if it says so. */
export function draftOfPost(fields: PostedFields): string | undefined {
  return lastValue(fields, "draft");
}

/** The answers in a posted form, without the fields that are about saving. */
export function answerFields(fields: PostedFields): [string, string][] {
  return fields.flatMap(([name, value]) => (ABOUT_SAVING.includes(name) ? [] : [[name, value]]));
}
