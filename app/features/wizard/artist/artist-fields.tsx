import type { SpotifyAnswer } from "~/domain/submission/steps/spotify-profile";
import { EmailField, fieldId, LinkField, TextField } from "~/ui/field";
import { FieldRow, FormSection } from "~/ui/form-section";
import { LocationFields } from "~/ui/location/location-fields";
import { SpotifySection } from "~/ui/spotify/spotify-section";
import type { ShownAdvice } from "../advice/shown-advice";
import { TitleNotes } from "../advice/title-notes";
import { useLiveValues } from "../use-live-values";

interface ArtistFieldsProps {
  /** The result of a lookup on the server. */
  spotify: SpotifyAnswer | undefined;
  /** Suggested cities for a page without script, one per line. */
  cities: string;
  /** Whether country and city are those of the visitor's network. */
  isPlaceOffered?: boolean;
  /** What stores may say to the saved name. */
  advice?: readonly ShownAdvice[];
}

const ARTIST_NAME = /^artistName$/;

/** The notes below the artist's name as it was saved. */
function NameAdvice({ advice }: { advice: readonly ShownAdvice[] }) {
  const [first] = advice;
  const name = useLiveValues(ARTIST_NAME)("artistName", first?.title ?? "");
  if (!first || first.title !== name) return null;
  return <TitleNotes advice={advice} fieldId={fieldId("artistName")} />;
}

/** The fields of step 0, named as in the specification. */
export function ArtistFields({
  spotify,
  cities,
  advice = [],
  isPlaceOffered = false,
}: ArtistFieldsProps) {
  return (
    <>
      <FormSection title="Basic Information">
        <TextField
          name="artistName"
          label="Artist name"
          hint="As it should read on the release."
          autoComplete="nickname"
        />
        <NameAdvice advice={advice} />
        <FieldRow>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="surname" label="Surname" autoComplete="family-name" />
        </FieldRow>
        <TextField
          name="fullName"
          label="Full name as you write it"
          hint="Only if that isn't first name, then surname. For example, with the surname first."
          optional
          autoComplete="name"
        />
        <FieldRow>
          <EmailField name="email" label="Email" autoComplete="email" />
          <TextField
            name="phone"
            label="Phone"
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
        </FieldRow>
      </FormSection>
      <SpotifySection answer={spotify} />
      <FormSection
        title="Social Media Profiles"
        hint="Copy the links from your browser and paste them here."
      >
        <LinkField
          name="instagramProfile"
          label="Instagram"
          hint="Such as instagram.com/yourname"
        />
        <LinkField name="tiktokProfile" label="TikTok" hint="Such as tiktok.com/@yourname" />
      </FormSection>
      <LocationFields cities={cities} isOffered={isPlaceOffered} />
    </>
  );
}
