import { personFields } from "./person-fields";
import { releaseFields } from "./release-fields";
import type { SheetField } from "./sheet-field";
import { trackFields } from "./track-fields";

const FIELDS = { ...releaseFields, ...trackFields, ...personFields };

export type FieldName = keyof typeof FIELDS;

/**
 * Every value that a column of a sheet can have. Matching, the choice of staff, the preview, what is
 * missing and the sheets are made from these.
 */
export const sheetFields: Readonly<Record<FieldName, SheetField>> = FIELDS;

export const fieldNames = Object.keys(FIELDS) as readonly FieldName[];
