import * as v from "valibot";
import {
  errorTexts,
  type FieldError,
  type FieldErrors,
  invalidError,
  missingError,
} from "./form-reply";
import { fieldName } from "./read-form";

type FormatName = (path: readonly (string | number)[]) => string;

/** What an issue is about, by its kind: that nothing is there, or that what is there will not do. */
function toFieldError({ type, input, message }: v.BaseIssue<unknown>): FieldError {
  const isEmpty = type === "non_empty" || input === undefined || input === "";
  return isEmpty ? missingError(message) : invalidError(message);
}

/** The first complaint about each field, in the order of the schema. */
function collectErrors(schema: v.GenericSchema, values: unknown, formatName: FormatName): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    const path = issue.path ?? [];
    const name = formatName(path.map(({ key }) => (typeof key === "number" ? key : String(key))));
    errors[name] ??= toFieldError(issue);
  }
  return errors;
}

/** What a schema has against the values of a form, by field name: for actions. */
export function schemaErrors(schema: v.GenericSchema, values: unknown): FieldErrors {
  return collectErrors(schema, values, fieldName);
}

/**
 * A schema as the rules of @mantine/form's `useForm({ validate })`, which calls the fields of lists
 * `tracks.0.title` and takes sentences alone.
 */
export function schemaResolver(
  schema: v.GenericSchema,
): (values: unknown) => Record<string, string> {
  return (values) => errorTexts(collectErrors(schema, values, (path) => path.join(".")));
}
