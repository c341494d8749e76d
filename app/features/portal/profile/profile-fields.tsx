import { Stack } from "@mantine/core";
import { MAX_BIOGRAPHY } from "~/domain/artists/edit-profile";
import { CANCEL_EMAIL_CHANGE } from "~/domain/artists/profile-reply";
import type { SpotifyAnswer } from "~/domain/submission/steps/spotify-profile";
import { countryNames } from "~/reference/countries";
import { CodeField } from "~/ui/code-field";
import {
  CheckField,
  EmailField,
  LinkField,
  SelectField,
  TextAreaField,
  TextField,
  useField,
} from "~/ui/field";
import { FieldRow, FormSection } from "~/ui/form-section";
import { SecondaryButton } from "~/ui/intent-button";
import { LocationFields } from "~/ui/location/location-fields";
import { SpotifySection } from "~/ui/spotify/spotify-section";
import { PictureField } from "./picture-field";

/** What the fields need besides their values. */
export interface ProfileFieldsProps {
  /** The address of the picture; null without one. */
  picture: string | null;
  /** An email address that waits to be confirmed. */
  pending: string | undefined;
  /** Whether there is no mail server, so that no link can arrive. */
  mailIsOff: boolean;
  /** Suggestions without script, one per line. */
  cities: string;
}

/** All fields of a profile, named as in the specification. */
export function ProfileFields(props: ProfileFieldsProps & { spotify: SpotifyAnswer | undefined }) {
  const { picture, pending, mailIsOff, cities, spotify } = props;
  return (
    <>
      <FormSection title="About you">
        <FieldRow>
          <TextField name="artistName" label="Artist name" autoComplete="nickname" />
          <TextField
            name="name"
            label="Your own name"
            hint="In full, as you write it. You sign your agreement with it."
            optional
            autoComplete="name"
          />
        </FieldRow>
        <Nationality />
        <TextAreaField
          name="biography"
          label="Biography"
          hint={`Up to ${MAX_BIOGRAPHY} characters.`}
          optional
          rows={8}
        />
      </FormSection>
      {/* Keyed by picture: a new one clears the file input. */}
      <PictureField key={picture} picture={picture} />
      <AccountEmail pending={pending} mailIsOff={mailIsOff} />
      <LocationFields cities={cities} />
      <SpotifySection answer={spotify} />
      <FormSection title="Elsewhere" hint="Copy the links from your browser and paste them here.">
        <LinkField name="website" label="Website" hint="Such as yourname.com" />
        <LinkField
          name="appleMusicProfile"
          label="Apple Music"
          hint="Such as music.apple.com/artist/..."
        />
        <LinkField
          name="soundcloudProfile"
          label="SoundCloud"
          hint="Such as soundcloud.com/yourname"
        />
        <LinkField
          name="instagramProfile"
          label="Instagram"
          hint="Such as instagram.com/yourname"
        />
        <LinkField name="tiktokProfile" label="TikTok" hint="Such as tiktok.com/@yourname" />
      </FormSection>
      <CollectingSocieties />
    </>
  );
}

function AccountEmail({ pending, mailIsOff }: Omit<ProfileFieldsProps, "picture" | "cities">) {
  return (
    <FormSection title="Account email">
      <EmailField
        name="email"
        label="Email"
        hint="If you type a new address, we send a link there. Your address changes when you open that link and confirm."
        autoComplete="email"
      />
      {pending && (
        <div>
          <p role="status">
            {mailIsOff
              ? "We can't send emails at the moment. When we can, we send a link to"
              : "We sent a link to"}{" "}
            <strong>{pending}</strong>. Your address stays the same until you open it. The link
            works for 24 hours.
          </p>
          <SecondaryButton intent={CANCEL_EMAIL_CHANGE}>Keep the address as it is</SecondaryButton>
        </div>
      )}
    </FormSection>
  );
}

function CollectingSocieties() {
  return (
    <FormSection
      title="Your rights"
      hint="So that what is played and sung of yours is paid to you."
    >
      <FieldRow>
        <Stack gap="xs">
          <TextField
            name="pplId"
            label="PPL ID"
            hint="PPL collects money for you when your recordings are played in public. Your ID is in your PPL account."
            optional
          />
          <CheckField name="noPplId" label="I have no PPL number" />
        </Stack>
        <Stack gap="xs">
          <TextField
            name="prsId"
            label="PRS ID"
            hint="PRS collects money for you when songs you wrote are played or sung. Your ID is in your PRS account."
            optional
          />
          <CheckField name="noPrsId" label="I have no PRS number" />
        </Stack>
        <CodeField name="ipi" code="ipi" />
        <CodeField name="isni" code="isni" />
      </FieldRow>
    </FormSection>
  );
}

/** A country of the list, or the stored text if it is another. */
function Nationality() {
  const { defaultValue: nationality } = useField({ name: "nationality", label: "" });
  const unlisted = nationality && !countryNames.includes(nationality) ? [nationality] : [];
  return (
    <SelectField
      name="nationality"
      label="Nationality"
      hint="The country that you are a citizen of."
      optional
      data={[{ value: "", label: "Choose a country" }, ...unlisted, ...countryNames]}
    />
  );
}
