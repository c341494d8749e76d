import * as v from "valibot";
import { fieldName } from "./read-form";
import type { FieldErrors } from "./reply";

type NameOf = (path: readonly (string | number)[]) => string;

/** The first complaint about each field, in the order of the schema. */
function complaints(schema: v.GenericSchema, values: unknown, nameOf: NameOf): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path = [], message } of v.safeParse(schema, values).issues ?? []) {
    const name = nameOf(path.map(({ key }) => (typeof key === "number" ? key : String(key))));
    errors[name] ??= message;
  }
  return errors;
}

/** What a schema has against the values of a form, one sentence per field name: for actions. */
export function schemaErrors(schema: v.GenericSchema, values: unknown): FieldErrors {
  return complaints(schema, values, fieldName);
}

/**
 * A schema as the rules of @mantine/form's `useForm({ validate })`, which calls the fields of lists
 * `tracks.0.title`.
 */
export function schemaResolver(schema: v.GenericSchema): (values: unknown) => FieldErrors {
  return (values) => complaints(schema, values, (path) => path.join("."));
}
