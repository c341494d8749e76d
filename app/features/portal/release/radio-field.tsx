import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useField } from "~/ui/field";
import { RadioRow } from "~/ui/radio-row";
import styles from "./details.module.css";

interface RadioFieldProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; more?: boolean }[];
  /** Fields that only the options with `more` need. */
  children?: ReactNode;
}

export const yesOrNo = [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes", more: true },
];

/** Radios with the fields of some options. Works without script. */
export function RadioField({ name, legend, options, children }: RadioFieldProps) {
  const { defaultValue, error } = useField({ name, label: legend });
  return (
    <Stack className={styles.choice}>
      <RadioRow name={name} legend={legend} options={options} error={error} picked={defaultValue} />
      {children && <div className={styles.when}>{children}</div>}
    </Stack>
  );
}
