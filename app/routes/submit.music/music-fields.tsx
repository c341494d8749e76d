import { TextField } from "~/components/field";
import { FileField } from "~/components/file-field";
import { FieldRow, FormSection } from "~/components/form-section";
import { GenreFields } from "~/components/genre-fields";
import { longDate } from "~/submission/release-dates";
import type { FileView } from "~/uploads/upload";
import { ArtworkField } from "./artwork-field";
import { ContributorFields } from "./contributor-fields";

/** The fields of step 1 for a single. */
export function MusicFields({ files, earliest }: { files: FileView[]; earliest: string }) {
  const held = (slot: string) => files.find((file) => file.slot === slot);
  return (
    <>
      <FormSection title="Your track">
        <TextField name="tracks[0].title" label="Track title" autoComplete="off" />
        <noscript>
          <p>
            Without JavaScript one request can carry about 95 MB. For a larger file, open this page
            in a browser with JavaScript.
          </p>
        </noscript>
        <FileField
          name="tracks[0].file"
          kind="track"
          label="Audio"
          hint="One WAV file, at most 200MB. It is sent as soon as you choose it."
          accept=".wav,audio/wav,audio/x-wav,audio/wave,audio/vnd.wave"
          held={held("tracks[0].file")}
        />
        <ContributorFields base="tracks[0].metadata" />
      </FormSection>
      <FormSection title="Artwork">
        <ArtworkField held={held("artwork")} />
      </FormSection>
      <FormSection title="Release details">
        <TextField name="releaseTitle" label="Release title" autoComplete="off" />
        <GenreFields />
        <FieldRow>
          <TextField
            name="releaseDate"
            label="Release date"
            type="date"
            min={earliest}
            hint={`Earliest ${longDate(earliest)}: the stores need six weeks to consider your music for playlists.`}
          />
        </FieldRow>
      </FormSection>
    </>
  );
}
