import type { InputWrapperProps } from "@mantine/core";

/** The parts of a field whose button stands level with its input: nothing comes below that. */
export const ERROR_FIRST: InputWrapperProps["inputWrapperOrder"] = [
  "label",
  "description",
  "error",
  "input",
];
