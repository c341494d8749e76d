import { lastOf } from "~/platform/formats/last-of";

/** Fields about saving, not answers. */
const ABOUT_SAVING = ["", "intent", "version", "newerVersion", "draft"];

type PostedFields = readonly (readonly [name: string, value: string])[];

export const KEEP_MINE = "keep-mine";

const lastValue = (fields: PostedFields, name: string) =>
  lastOf(fields.filter(([fieldName]) => fieldName === name))?.[1];

/** The version token a form was based on. The button under a conflict posts the newer one. */
export function baseOf(fields: PostedFields): string | undefined {
  const newer =
    lastValue(fields, "intent") === KEEP_MINE ? lastValue(fields, "newerVersion") : undefined;
  return newer ?? lastValue(fields, "version");
}

export function draftOfPost(fields: PostedFields): string | undefined {
  return lastValue(fields, "draft");
}

export function answerFields(fields: PostedFields): [string, string][] {
  return fields.flatMap(([name, value]) => (ABOUT_SAVING.includes(name) ? [] : [[name, value]]));
}
