import * as v from "valibot";
import {
  errorTexts,
  type FieldError,
  type FieldErrors,
  invalidError,
  missingError,
} from "./form-reply";
import { fieldName } from "./read-form";

type NameOf = (path: readonly (string | number)[]) => string;

/** What an issue is about, by its kind: that nothing is there, or that what is there will not do. */
function errorOf({ type, input, message }: v.BaseIssue<unknown>): FieldError {
  const isEmpty = type === "non_empty" || input === undefined || input === "";
  return isEmpty ? missingError(message) : invalidError(message);
}

/** The first complaint about each field, in the order of the schema. */
function complaints(schema: v.GenericSchema, values: unknown, nameOf: NameOf): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    const path = issue.path ?? [];
    const name = nameOf(path.map(({ key }) => (typeof key === "number" ? key : String(key))));
    errors[name] ??= errorOf(issue);
  }
  return errors;
}

/** What a schema has against the values of a form, by field name: for actions. */
export function schemaErrors(schema: v.GenericSchema, values: unknown): FieldErrors {
  return complaints(schema, values, fieldName);
}

/**
 * A schema as the rules of @mantine/form's `useForm({ validate })`, which calls the fields of lists
 * `tracks.0.title` and takes sentences alone.
 */
export function schemaResolver(
  schema: v.GenericSchema,
): (values: unknown) => Record<string, string> {
  return (values) => errorTexts(complaints(schema, values, (path) => path.join(".")));
}
