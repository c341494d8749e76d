import { countryNames } from "~/reference/countries";
import { SelectField, TextField } from "./field";
import { FieldRow, FormSection } from "./form-section";

/** The fields of step 0, named as the specification names them. */
export function ArtistFields() {
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
      <FormSection title="Location">
        <FieldRow>
          <SelectField
            name="country"
            label="Country"
            autoComplete="country-name"
            data={[{ value: "", label: "Choose a country" }, ...countryNames]}
          />
          <TextField name="city" label="City" autoComplete="address-level2" />
        </FieldRow>
      </FormSection>
      <FormSection title="Social Media Profiles" hint="Paste the links as they are.">
        <LinkField
          name="spotifyProfile"
          label="Spotify"
          hint="A link to your artist page, such as open.spotify.com/artist/..."
        />
        <LinkField
          name="instagramProfile"
          label="Instagram"
          hint="Such as instagram.com/yourname"
        />
        <LinkField name="tiktokProfile" label="TikTok" hint="Such as tiktok.com/@yourname" />
      </FormSection>
    </>
  );
}

function LinkField(props: { name: string; label: string; hint: string }) {
  // Not type="url": browsers then demand https://, and people paste links without it.
  return (
    <TextField
      {...props}
      optional
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
    />
  );
}
