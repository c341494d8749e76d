import { VisuallyHidden } from "@mantine/core";
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
export function ThatsMe({ personLabel, prefix, about }: ThatsMeProps) {
  const { firstName, surname } = useMusicPage().artist;
  if (!firstName && !surname) return null;
  return (
    <div>
      <EditButton intent={`me:${about}`} landingId={fieldId(prefix)}>
        That's me
        <VisuallyHidden>
          : {`${firstName} ${surname}`.trim()} as {personLabel}
        </VisuallyHidden>
      </EditButton>
    </div>
  );
}
