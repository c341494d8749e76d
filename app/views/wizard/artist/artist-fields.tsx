import { LinkField, TextField } from "~/components/field";
import { FieldRow, FormSection } from "~/components/form-section";
import { LocationFields } from "~/components/location/location-fields";
import { SpotifySection } from "~/components/spotify/spotify-section";
import type { SpotifyAnswer } from "~/submission/steps/spotify-profile";

interface ArtistFieldsProps {
  /** What a lookup of the server's has to tell. */
  spotify: SpotifyAnswer | undefined;
  /** Cities for a page without script, one on each line. */
  cities: string;
}

/** The fields of step 0, in the order and named as the specification has them. */
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
      <FormSection title="Social Media Profiles" hint="Paste the links as they are.">
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
