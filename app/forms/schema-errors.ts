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

function toFieldError({ type, input, message }: v.BaseIssue<unknown>): FieldError {
  const isEmpty = type === "non_empty" || input === undefined || input === "";
  return isEmpty ? missingError(message) : invalidError(message);
}

function collectErrors(schema: v.GenericSchema, values: unknown, formatName: FormatName) {
  const errors: FieldErrors = {};
  for (const issue of v.safeParse(schema, values).issues ?? []) {
    const path = issue.path ?? [];
    const name = formatName(path.map(({ key }) => (typeof key === "number" ? key : String(key))));
    errors[name] ??= toFieldError(issue);
  }
  return errors;
}

/** The first error of each field by a schema, by field name. */
export function schemaErrors(schema: v.GenericSchema, values: unknown): FieldErrors {
  return collectErrors(schema, values, fieldName);
}

/**
 * For `validate` of @mantine/form, which names list fields `tracks.0.title` and takes plain texts.
 */
export function schemaResolver(
  schema: v.GenericSchema,
): (values: unknown) => Record<string, string> {
  return (values) => errorTexts(collectErrors(schema, values, (path) => path.join(".")));
}
