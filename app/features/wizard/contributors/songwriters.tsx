import { Group, Stack } from "@mantine/core";
import { type FocusEvent, useRef, useState } from "react";
import { hasContributors } from "~/domain/submission/music/credits";
import {
  changedShare,
  clampShare,
  MAX_SONGWRITERS,
  type SongwriterAnswers,
  shareNote,
  sharesDisplay,
} from "~/domain/submission/music/songwriters";
import type { Track } from "~/domain/submission/music/track";
import { normalizeContributors } from "~/domain/submission/music/track-contributors";
import { fieldId, TextField, useValuesReplaced } from "~/ui/field";
import { readControlIn } from "~/ui/form-dom";
import { ShareNote } from "~/ui/share-note";
import { ShareTotal } from "~/ui/share-total";
import { EditButton } from "../edit-button";
import { CreditDetails } from "./credit-details";
import { PeopleOffered } from "./credit-list";
import { NameField, PersonRow } from "./person-row";

/** The first row if nobody is credited, with the id that a new row would get. */
const FIRST_ROW = { id: "songwriter-1", firstName: "", lastName: "", percentage: "" };

/** The songwriters as currently typed, with clamped shares. */
function readWriters(group: Element, list: string, count: number): SongwriterAnswers[] {
  const text = (row: number, field: string) => readControlIn(group, `${list}[${row}].${field}`);
  return Array.from({ length: count }, (_, row) => ({
    firstName: text(row, "firstName"),
    lastName: text(row, "lastName"),
    percentage: clampShare(text(row, "percentage")),
    typedShare: changedShare(text(row, "percentage")) || text(row, "typedShare"),
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
      <Stack
        ref={group}
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
            share={draftWriters?.[index] ?? rows[index]}
          />
        ))}
      </Stack>
      {rows.length > 0 && (
        <Group justify="space-between">
          <ShareTotal {...sharesDisplay(draftWriters ?? rows)} />
          <EditButton
            id={`split-evenly-${track.id}`}
            intent={`split-evenly:${track.id}`}
            landingId={fieldId(`${list}[0]`)}
          >
            Split evenly
          </EditButton>
        </Group>
      )}
      {rows.length < MAX_SONGWRITERS ? (
        <Group gap="xs">
          <PeopleOffered track={track} list="songwriters" />
          <EditButton
            id={`add-songwriters-${track.id}`}
            intent={`add-row:${track.id}:songwriters`}
            landingId={fieldId(`${list}[${rows.length}]`)}
          >
            Add a songwriter
          </EditButton>
        </Group>
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
  share: SongwriterAnswers | undefined;
}

function clamp({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  input.value = clampShare(input.value);
}

function SongwriterRow({ rowId, trackId, prefix, number, share }: SongwriterRowProps) {
  return (
    <PersonRow
      personLabel={`Songwriter ${number}`}
      prefix={prefix}
      about={`${trackId}:songwriters:${rowId}`}
      landingId={`add-songwriters-${trackId}`}
      rowId={rowId}
    >
      <Group align="start">
        <NameField name={`${prefix}.firstName`} label="First name" flex="1 1 110px" />
        <NameField name={`${prefix}.lastName`} label="Last name" flex="1 1 110px" />
        <TextField
          name={`${prefix}.percentage`}
          label="Share in %"
          inputMode="numeric"
          autoComplete="off"
          onBlur={clamp}
          flex="0 1 120px"
        />
      </Group>
      <ShareNote
        prefix={prefix}
        typedShare={share?.typedShare}
        text={share ? shareNote(share.typedShare, share.percentage) : ""}
      />
    </PersonRow>
  );
}
