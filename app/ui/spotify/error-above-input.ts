import type { FieldOrder } from "../controls";

/** The order of parts in a field whose button is aligned with its input: nothing comes below the input. */
export const ERROR_ABOVE_INPUT: FieldOrder = ["label", "description", "error", "input"];
