import { COLUMN_NAMES, type FieldName } from "./column-names";
import { personFields } from "./person-fields";
import { releaseFields } from "./release-fields";
import { foldName, type SheetField } from "./sheet-field";
import { trackFields } from "./track-fields";

const FIELDS: Readonly<Record<FieldName, Omit<SheetField, "names">>> = {
  ...releaseFields,
  ...trackFields,
  ...personFields,
};

function withNames(name: FieldName): SheetField {
  const field = FIELDS[name];
  return { ...field, names: [field.label, ...COLUMN_NAMES[name].split(",")].map(foldName) };
}

export const fieldNames = Object.keys(FIELDS) as readonly FieldName[];

/**
 * Every value that a column of a sheet can have. Matching, the choice of staff, the preview, what is
 * missing and the sheets are made from these.
 */
export const sheetFields = Object.fromEntries(
  fieldNames.map((name) => [name, withNames(name)]),
) as Readonly<Record<FieldName, SheetField>>;
