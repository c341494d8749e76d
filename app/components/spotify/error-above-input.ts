import type { FieldOrder } from "../controls";

/** The parts of a field whose button stands level with its input: nothing comes below that. */
export const ERROR_ABOVE_INPUT: FieldOrder = ["label", "description", "error", "input"];
