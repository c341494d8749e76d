import type { SpotifyAnswer } from "~/domain/submission/steps/spotify-profile";
import { LinkField, TextField } from "~/ui/field";
import { FieldRow, FormSection } from "~/ui/form-section";
import { LocationFields } from "~/ui/location/location-fields";
import { SpotifySection } from "~/ui/spotify/spotify-section";

interface ArtistFieldsProps {
  /** The result of a lookup on the server. */
  spotify: SpotifyAnswer | undefined;
  /** Suggested cities for a page without script, one per line. */
  cities: string;
}

/** The fields of step 0, named as in the specification. */
export function ArtistFields({ spotify, cities }: ArtistFieldsProps) {
  return (
    <>
      <FormSection title="Basic Information">
        <TextField
          name="artistName"
          label="Artist name"
          hint="As it should read on the release."
          autoComplete="nickname"
        />
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
          <TextField
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
          />
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
      <LocationFields cities={cities} />
    </>
  );
}
