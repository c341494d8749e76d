import { Group, Text, VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent } from "react";
import type { Track } from "~/domain/submission/music/track";
import { MAX_PRODUCERS } from "~/domain/submission/music/track-contributors";
import { fieldId, TextField } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { EditButton } from "../edit-button";
import styles from "./contributors.module.css";
import { CreditDetails } from "./credit-details";
import { PeopleOffered } from "./credit-list";

/** The producers of a track; Enter adds the typed name (specification, section 5). */
export function Producers({ track, base }: { track: Track; base: string }) {
  const { press } = useFormReply();
  const { producers } = track.metadata;
  const field = `${base}.newProducer`;
  const intent = `add-producer:${track.id}`;

  function onKeyDown(event: KeyboardEvent) {
    // While an input method is composing, Enter only accepts its suggestion.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press(intent);
  }

  return (
    <CreditDetails title="Producers" count={producers.length} name={`${base}.producers`} open>
      {producers.length > 0 && (
        <ul>
          {producers.map((name, index) => (
            <Producer
              key={name}
              producer={name}
              name={`${base}.producers[${index}]`}
              removeIntent={`remove-row:${track.id}:producers:${index}`}
              landingId={fieldId(field)}
            />
          ))}
        </ul>
      )}
      {producers.length < MAX_PRODUCERS ? (
        <Group align="end" gap="xs">
          <TextField
            name={field}
            label="Producer's name"
            optional
            onKeyDown={onKeyDown}
            enterKeyHint="done"
            autoComplete="off"
            autoCapitalize="words"
            flex="1 1 200px"
          />
          <EditButton id={`add-producers-${track.id}`} intent={intent} landingId={fieldId(field)}>
            Add producer
          </EditButton>
          <PeopleOffered track={track} list="producers" />
        </Group>
      ) : (
        <p>Maximum of {MAX_PRODUCERS} producers reached.</p>
      )}
    </CreditDetails>
  );
}

interface ProducerProps {
  producer: string;
  /** The name of its hidden field. */
  name: string;
  removeIntent: string;
  landingId: string;
}

function Producer({ producer, name, removeIntent, landingId }: ProducerProps) {
  const error = useFormReply().errors[name]?.text;
  const id = fieldId(name);
  return (
    <li className={styles.name}>
      <input type="hidden" name={name} value={producer} />
      <div>
        <Text fw={600}>{producer}</Text>
        {error && (
          <Text id={`${id}-error`} size="sm" fw={600} c="var(--bad)" data-wrong>
            {error}
          </Text>
        )}
      </div>
      <EditButton
        id={id}
        intent={removeIntent}
        landingId={landingId}
        variant="subtle"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        Remove<VisuallyHidden> {producer}</VisuallyHidden>
      </EditButton>
    </li>
  );
}
