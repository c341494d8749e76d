import { Group, Text } from "@mantine/core";
import type { artistLists } from "~/domain/submission/music/credits";
import type { Track } from "~/domain/submission/music/track";
import {
  artistsFullText,
  normalizeContributors,
} from "~/domain/submission/music/track-contributors";
import { fieldId } from "~/ui/field";
import { FieldRow } from "~/ui/form-section";
import { EditButton } from "../edit-button";
import { CreditDetails } from "./credit-details";
import { PeopleOffered } from "./credit-list";
import { NameField, PersonRow } from "./person-row";
import { RolesField, type RolesFieldProps } from "./roles-field";

interface ArtistListProps {
  track: Track;
  /** The prefix of the track's contributor fields. */
  base: string;
  list: (typeof artistLists)[number];
}

/** The featured or the non-featured artists of a track. */
export function ArtistList({ track, base, list: { name, label, hint } }: ArtistListProps) {
  const rows = track.metadata[name];
  const full = artistsFullText(name, rows.length);
  const list = `${base}.${name}`;
  return (
    <CreditDetails
      title={`${label}s`}
      count={normalizeContributors(track.metadata)[name].length}
      name={list}
      open={rows.length > 0}
    >
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {rows.map((row, index) => (
        <ArtistRow
          key={row.id}
          artist={row}
          personLabel={`${label} ${index + 1}`}
          prefix={`${list}[${index}]`}
          trackId={track.id}
          list={name}
        />
      ))}
      {full ? (
        <p>{full}</p>
      ) : (
        <Group gap="xs">
          <PeopleOffered track={track} list={name} />
          <EditButton
            id={`add-${name}-${track.id}`}
            intent={`add-row:${track.id}:${name}`}
            landingId={fieldId(`${list}[${rows.length}]`)}
          >
            Add a {label.toLowerCase()}
          </EditButton>
        </Group>
      )}
    </CreditDetails>
  );
}

function ArtistRow(props: RolesFieldProps) {
  const { artist, personLabel, prefix, trackId, list } = props;
  return (
    <PersonRow
      personLabel={personLabel}
      prefix={prefix}
      about={`${trackId}:${list}:${artist.id}`}
      landingId={`add-${list}-${trackId}`}
      rowId={artist.id}
    >
      <FieldRow>
        <NameField name={`${prefix}.firstName`} label="First name" />
        <NameField name={`${prefix}.surname`} label="Surname" />
      </FieldRow>
      <RolesField {...props} />
    </PersonRow>
  );
}
