import type { InputWrapperProps } from "@mantine/core";

/** The order of parts in a field whose button is aligned with its input: nothing comes below the input. */
export const ERROR_ABOVE_INPUT: InputWrapperProps["inputWrapperOrder"] = [
  "label",
  "description",
  "error",
  "input",
];
