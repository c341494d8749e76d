import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { codeAdvice, type OptionalCode, optionalCodes } from "~/platform/formats/optional-codes";
import { TextField, useField, useValuesReplaced } from "./field";

interface CodeFieldProps {
  name: string;
  code: OptionalCode;
  /** Of several people beside each other: whose it is. What the code is stands above them all. */
  person?: string;
}

/** A field for a code that may stay empty. A wrong one is advised against, and stops nothing. */
export function CodeField({ name, code, person }: CodeFieldProps) {
  const kind = optionalCodes[code];
  const label = person ? `${kind.label} of ${person}` : kind.label;
  const hint = person ? undefined : kind.hint;
  const { defaultValue } = useField({ name, label });
  const [typed, setTyped] = useState<string>();
  useValuesReplaced(() => setTyped(undefined));
  const advice = codeAdvice(code, typed ?? defaultValue);
  return (
    <Stack gap="xs">
      <TextField
        name={name}
        label={label}
        hint={hint}
        optional
        autoCapitalize="characters"
        spellCheck={false}
        onBlur={(event) => setTyped(event.currentTarget.value)}
      />
      {advice && (
        <Text size="sm" c="var(--waiting)">
          {advice}
        </Text>
      )}
    </Stack>
  );
}
