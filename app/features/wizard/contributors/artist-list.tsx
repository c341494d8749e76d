import { VisuallyHidden } from "@mantine/core";
import type { artistLists } from "~/domain/submission/music/credits";
import type { Track } from "~/domain/submission/music/track";
import {
  artistsFullText,
  type CreditedArtist,
  normalizeContributors,
} from "~/domain/submission/music/track-contributors";
import { fieldId, TextField } from "~/ui/field";
import { FieldRow } from "~/ui/form-section";
import { EditButton } from "../edit-button";
import panels from "../panels.module.css";
import panel from "./contributors.module.css";
import { CreditDetails } from "./credit-details";
import { RolesField } from "./roles-field";
import styles from "./rows.module.css";
import { ThatsMe } from "./thats-me";

interface ArtistListProps {
  track: Track;
  /** The prefix of the track's contributor fields. */
  base: string;
  list: (typeof artistLists)[number];
}

/** The featured or the non-featured artists of a track. */
export function ArtistList({ track, base, list: { name, label } }: ArtistListProps) {
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
        <EditButton
          id={`add-${name}-${track.id}`}
          intent={`add-row:${track.id}:${name}`}
          landingId={fieldId(`${list}[${rows.length}]`)}
          className={panel.add}
        >
          Add a {label.toLowerCase()}
        </EditButton>
      )}
    </CreditDetails>
  );
}

interface ArtistRowProps {
  artist: CreditedArtist;
  /** The label of the artist, such as "Featured artist 1". */
  personLabel: string;
  /** The prefix of the row's fields. */
  prefix: string;
  trackId: string;
  list: string;
}

function ArtistRow({ artist, personLabel, prefix, trackId, list }: ArtistRowProps) {
  return (
    <fieldset id={fieldId(prefix)} className={`${panels.panel} ${styles.row}`}>
      <legend className={styles.legend}>{personLabel}</legend>
      <EditButton
        intent={`remove-row:${trackId}:${list}:${artist.id}`}
        landingId={`add-${list}-${trackId}`}
        variant="subtle"
        className={styles.remove}
      >
        Remove<VisuallyHidden> {personLabel.toLowerCase()}</VisuallyHidden>
      </EditButton>
      <input type="hidden" name={`${prefix}.id`} value={artist.id} />
      <ThatsMe
        personLabel={personLabel.toLowerCase()}
        prefix={prefix}
        about={`${trackId}:${list}:${artist.id}`}
      />
      <FieldRow>
        <TextField
          name={`${prefix}.firstName`}
          label="First name"
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          name={`${prefix}.surname`}
          label="Surname"
          autoComplete="off"
          autoCapitalize="words"
        />
      </FieldRow>
      <RolesField
        artist={artist}
        personLabel={personLabel}
        prefix={prefix}
        trackId={trackId}
        list={list}
      />
    </fieldset>
  );
}
