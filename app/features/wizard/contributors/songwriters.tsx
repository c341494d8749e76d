import { VisuallyHidden } from "@mantine/core";
import { type FocusEvent, useRef, useState } from "react";
import { hasContributors } from "~/domain/submission/music/credits";
import {
  clampShare,
  MAX_SONGWRITERS,
  type SongwriterAnswers,
  sharesDisplay,
} from "~/domain/submission/music/songwriters";
import type { Track } from "~/domain/submission/music/track";
import { normalizeContributors } from "~/domain/submission/music/track-contributors";
import { fieldId, TextField, useValuesReplaced } from "~/ui/field";
import { readControlIn } from "~/ui/form-dom";
import lists from "~/ui/lists.module.css";
import { ShareTotal } from "~/ui/share-total";
import { EditButton } from "../edit-button";
import panels from "../panels.module.css";
import panel from "./contributors.module.css";
import { CreditDetails } from "./credit-details";
import styles from "./rows.module.css";
import { ThatsMe } from "./thats-me";

/** The first row if nobody is credited, with the id that a new row would get. */
const FIRST_ROW = { id: "songwriter-1", firstName: "", lastName: "", percentage: "" };

/** The songwriters as currently typed, with clamped shares. */
function readWriters(group: Element, list: string, count: number): SongwriterAnswers[] {
  const text = (row: number, field: string) => readControlIn(group, `${list}[${row}].${field}`);
  return Array.from({ length: count }, (_, row) => ({
    firstName: text(row, "firstName"),
    lastName: text(row, "lastName"),
    percentage: clampShare(text(row, "percentage")),
  }));
}

/** The songwriters of a track and their shares, with the current total. */
export function Songwriters({ track, base }: { track: Track; base: string }) {
  const { metadata } = track;
  const rows =
    metadata.songwriters.length > 0 || hasContributors(metadata)
      ? metadata.songwriters
      : [FIRST_ROW];
  const list = `${base}.songwriters`;
  const group = useRef<HTMLDivElement>(null);
  const [draftWriters, setDraftWriters] = useState<SongwriterAnswers[]>();
  useValuesReplaced(() => setDraftWriters(undefined));

  return (
    <CreditDetails
      title="Songwriters"
      count={normalizeContributors(metadata).songwriters.length}
      name={list}
      open
    >
      <div
        ref={group}
        className={lists.stack}
        onInput={() =>
          group.current && setDraftWriters(readWriters(group.current, list, rows.length))
        }
      >
        {rows.map(({ id }, index) => (
          <SongwriterRow
            key={id}
            rowId={id}
            trackId={track.id}
            prefix={`${list}[${index}]`}
            number={index + 1}
          />
        ))}
      </div>
      {rows.length > 0 && (
        <div className={styles.sharing}>
          <ShareTotal {...sharesDisplay(draftWriters ?? rows)} />
          <EditButton
            id={`split-evenly-${track.id}`}
            intent={`split-evenly:${track.id}`}
            landingId={fieldId(`${list}[0]`)}
          >
            Split evenly
          </EditButton>
        </div>
      )}
      {rows.length < MAX_SONGWRITERS ? (
        <EditButton
          id={`add-songwriters-${track.id}`}
          intent={`add-row:${track.id}:songwriters`}
          landingId={fieldId(`${list}[${rows.length}]`)}
          className={panel.add}
        >
          Add a songwriter
        </EditButton>
      ) : (
        <p>Maximum of {MAX_SONGWRITERS} songwriters reached.</p>
      )}
    </CreditDetails>
  );
}

interface SongwriterRowProps {
  rowId: string;
  trackId: string;
  /** The prefix of the row's fields. */
  prefix: string;
  number: number;
}

function clamp({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  input.value = clampShare(input.value);
}

function SongwriterRow({ rowId, trackId, prefix, number }: SongwriterRowProps) {
  return (
    <fieldset id={fieldId(prefix)} className={`${panels.panel} ${styles.row}`}>
      <legend className={styles.legend}>Songwriter {number}</legend>
      <EditButton
        intent={`remove-row:${trackId}:songwriters:${rowId}`}
        landingId={`add-songwriters-${trackId}`}
        variant="subtle"
        className={styles.remove}
      >
        Remove<VisuallyHidden> songwriter {number}</VisuallyHidden>
      </EditButton>
      <input type="hidden" name={`${prefix}.id`} value={rowId} />
      <ThatsMe
        personLabel={`songwriter ${number}`}
        prefix={prefix}
        about={`${trackId}:songwriters:${rowId}`}
      />
      <div className={styles.writer}>
        <TextField
          name={`${prefix}.firstName`}
          label="First name"
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          name={`${prefix}.lastName`}
          label="Last name"
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          name={`${prefix}.percentage`}
          label="Share in %"
          inputMode="numeric"
          autoComplete="off"
          onBlur={clamp}
        />
      </div>
    </fieldset>
  );
}
