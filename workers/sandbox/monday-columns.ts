import { GraphQLError } from "graphql";
import * as v from "valibot";
import { boardLabels } from "~/domain/submission/record/board-labels";
import { boardFields, type ColumnType, defaultColumns } from "~/integrations/board/column-map";
import { parseJson } from "~/platform/formats/parse-json";

/** Columns for the types that no field has by default, for column maps that name them. */
const extraColumns: [string, ColumnType][] = [
  ["files", "file"],
  ["phone_number", "phone"],
  ["genre", "dropdown"],
  ["amount", "numbers"],
];

export interface Column {
  type: ColumnType;
  title: string;
  /** Of status and dropdown. */
  labels: readonly string[];
}

const allColumns: readonly (readonly [string, Column])[] = [
  ...boardFields.map((field) => {
    const { id, type } = defaultColumns[field];
    const column = { type, title: id.replaceAll("_", " "), labels: boardLabels[field] ?? [] };
    return [id, column] as const;
  }),
  ...extraColumns.map(([id, type]) => {
    const labels = id === "genre" ? ["Folk", "Electronic"] : [];
    return [id, { type, title: id.replaceAll("_", " "), labels }] as const;
  }),
];

/** The columns of the sandbox's one board, by their ids. */
export type Columns = ReadonlyMap<string, Column>;

/** The default columns without the removed ones, and the new ones. */
export function columnsOf(
  removedIds: readonly string[],
  newColumns: readonly (readonly [string, Column])[],
): Columns {
  return new Map([...allColumns.filter(([id]) => !removedIds.includes(id)), ...newColumns]);
}

/** An application error: the board sends these with HTTP 200. */
export function mondayError(code: string, message: string, data: object = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status_code: 200, error_data: data } });
}

const filledText = v.pipe(v.string(), v.nonEmpty());
const day = v.pipe(
  v.string(),
  // A pattern would accept February 30; the board does not.
  v.check((text) => {
    const time = new Date(`${text}T00:00:00Z`).getTime();
    return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
  }),
);
const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/));
/** The plain form of email and link: the value, a space, the label. */
const pair = (first: "email" | "url") =>
  v.pipe(
    v.string(),
    v.regex(/^\S+ \S/),
    v.transform((text) => {
      const space = text.indexOf(" ");
      return { [first]: text.slice(0, space), text: text.slice(space + 1) };
    }),
  );

const valueSchemas = {
  text: v.string(),
  long_text: v.union([
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(2000)) }),
    v.pipe(
      v.string(),
      v.maxLength(2000),
      v.transform((text) => ({ text })),
    ),
  ]),
  email: v.union([
    v.strictObject({ email: v.pipe(v.string(), v.includes("@")), text: filledText }),
    v.pipe(
      pair("email"),
      v.object({ email: v.pipe(v.string(), v.includes("@")), text: filledText }),
    ),
  ]),
  phone: v.strictObject({
    phone: v.pipe(v.string(), v.regex(/^\+?\d{5,15}$/)),
    countryShortName: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  }),
  link: v.union([v.strictObject({ url: filledText, text: filledText }), pair("url")]),
  date: v.union([
    v.strictObject({ date: day, time: v.optional(time) }),
    v.pipe(
      v.string(),
      v.transform((text) => text.split(" ")),
      v.union([v.tuple([day]), v.tuple([day, time])]),
      v.transform(([date, at]) => (at ? { date, time: at } : { date })),
    ),
  ]),
  status: v.union([
    v.strictObject({ label: v.pipe(filledText, v.maxLength(30)) }),
    v.strictObject({ index: v.union([v.number(), v.string()]) }),
    v.pipe(
      filledText,
      v.maxLength(30),
      v.transform((label) => ({ label })),
    ),
  ]),
  dropdown: v.strictObject({ labels: v.pipe(v.array(filledText), v.minLength(1)) }),
  numbers: v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/)),
  file: v.never(),
  country: v.strictObject({
    countryCode: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
    countryName: filledText,
  }),
  checkbox: v.strictObject({ checked: v.literal("true") }),
} satisfies Record<ColumnType, v.GenericSchema>;

const valuesSchema = v.record(v.string(), v.unknown());
export type ColumnValues = v.InferOutput<typeof valuesSchema>;

const isEmpty = (value: unknown) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Checks the `column_values` argument as the board does: a JSON text keyed by column id, each value
 * in a form its column takes. Values that clear a column come back as null.
 * @throws GraphQLError with the board's code
 */
export function checkColumnValues(
  columns: Columns,
  argument: unknown,
  createLabels: boolean,
): ColumnValues {
  if (argument === undefined || argument === null) return {};
  const values = typeof argument === "string" ? parseJson(argument) : undefined;
  const object = v.safeParse(valuesSchema, values);
  if (!object.success || Array.isArray(values)) {
    throw mondayError("InvalidArgumentException", "column_values must be a JSON-encoded object.");
  }
  const checkedValues = Object.entries(object.output).map(([id, value]) => {
    const column = columns.get(id);
    if (!column) {
      const text = "This column ID doesn't exist for the board";
      throw mondayError("InvalidColumnIdException", text, { column_id: id });
    }
    return [id, isEmpty(value) ? null : checkValue(id, column, value, createLabels)];
  });
  return Object.fromEntries(checkedValues);
}

function checkValue(
  id: string,
  { type, labels }: Column,
  value: unknown,
  createLabels: boolean,
): unknown {
  const data = { column_id: id, column_type: type };
  const result = v.safeParse(valueSchemas[type], value);
  if (!result.success) {
    throw mondayError("ColumnValueException", `The value of the ${type} column is invalid.`, data);
  }
  const { output } = result;
  const unknown = parseLabels(output).find((label) => !createLabels && !labels.includes(label));
  if (unknown === undefined) return output;
  const text = `This ${type} label doesn't exist, possible labels are: ${labels.join(", ")}`;
  throw mondayError("ColumnValueException", text, data);
}

const labelValue = v.union([
  v.pipe(
    v.object({ label: v.string() }),
    v.transform(({ label }) => [label]),
  ),
  v.pipe(
    v.object({ labels: v.array(v.string()) }),
    v.transform(({ labels }) => labels),
  ),
]);

function parseLabels(value: unknown): readonly string[] {
  const result = v.safeParse(labelValue, value);
  return result.success ? result.output : [];
}

/** Which part of a stored value is its text; the value itself where there is none. */
export const textKeys: Record<ColumnType, string | undefined> = {
  text: undefined,
  long_text: "text",
  email: "email",
  phone: "phone",
  link: "url",
  date: "date",
  status: "label",
  dropdown: "labels",
  country: "countryName",
  checkbox: "checked",
  numbers: undefined,
  file: undefined,
};
