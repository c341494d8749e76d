import { Group, Input, Radio, Text } from "@mantine/core";
import { fieldId, useValuesReplaced } from "./field";
import { checkRadio } from "./form-dom";

interface RadioRowProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; more?: boolean }[];
  /** The typed or saved value; later picks live in the DOM. */
  picked: string;
  onPick?: (value: string) => void;
  error?: string | undefined;
}

/** Radios side by side where there is room. Options with `more` have `data-with`. */
export function RadioRow(props: RadioRowProps) {
  const { name, legend, options, picked, onPick, error } = props;
  const id = fieldId(name);
  useValuesReplaced(() => checkRadio(name, picked));
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <Text component="legend" fw={600}>
        {legend}
      </Text>
      <Group gap="0 24px">
        {options.map(({ value, label, more }) => (
          <Radio
            key={value}
            id={`${id}-${value}`}
            name={name}
            value={value}
            label={label}
            defaultChecked={value === picked}
            data-with={more || undefined}
            onChange={() => onPick?.(value)}
          />
        ))}
      </Group>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}
