import { Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { fieldId, TextField } from "~/ui/field";
import { EditButton } from "../edit-button";

interface PersonRowProps {
  /** The label of the person, such as "Songwriter 1". */
  personLabel: string;
  prefix: string;
  rowId: string;
  /** Track, list and row, as in the intents of the row. */
  about: string;
  /** The id of the element to show once the row is removed without script. */
  landingId: string;
  children: ReactNode;
}

/** The fields of a credited person, with a button that removes the row. */
export function PersonRow(props: PersonRowProps) {
  const { personLabel, prefix, rowId, about, landingId, children } = props;
  const id = fieldId(prefix);
  return (
    <Paper component="fieldset" id={id} aria-labelledby={`${id}-label`} miw={0} p="sm" pt="xs">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text id={`${id}-label`} fw={600}>
            {personLabel}
          </Text>
          <EditButton intent={`remove-row:${about}`} landingId={landingId} variant="subtle" px="xs">
            Remove<VisuallyHidden> {personLabel.toLowerCase()}</VisuallyHidden>
          </EditButton>
        </Group>
        <input type="hidden" name={`${prefix}.id`} value={rowId} />
        {children}
      </Stack>
    </Paper>
  );
}

/** A part of a credited person's name, which the browser must not fill in with the artist's own. */
export const NameField = (props: { name: string; label: string; flex?: string }) => (
  <TextField {...props} autoComplete="off" autoCapitalize="words" />
);
