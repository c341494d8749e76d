import { Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { writtenName } from "~/platform/formats/written-name";
import { fieldId } from "~/ui/field";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";

interface ThatsMeProps {
  /** The label of the person, such as "songwriter 1". */
  personLabel: string;
  /** The prefix of the row's fields. */
  prefix: string;
  /** Track, list and row, as in the intents of the row. */
  about: string;
}

/** Fills in the artist's name of the first step; nothing while there is none. */
function ThatsMe({ personLabel, prefix, about }: ThatsMeProps) {
  const name = writtenName(useMusicPage().artist);
  if (!name) return null;
  return (
    <div>
      <EditButton intent={`me:${about}`} landingId={fieldId(prefix)}>
        That's me
        <VisuallyHidden>
          : {name} as {personLabel}
        </VisuallyHidden>
      </EditButton>
    </div>
  );
}

interface PersonRowProps {
  /** The label of the person, such as "Songwriter 1". */
  personLabel: string;
  /** The prefix of the row's fields. */
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
        <ThatsMe personLabel={personLabel.toLowerCase()} prefix={prefix} about={about} />
        {children}
      </Stack>
    </Paper>
  );
}
