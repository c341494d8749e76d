import { Group, Stack, Text } from "@mantine/core";
import { type MouseEvent, useMemo, useRef } from "react";
import { VERIFY_SPOTIFY } from "~/domain/submission/steps/spotify-intent";
import {
  type SpotifyAnswer,
  spotifyChoices,
  spotifyModes,
  spotifyView,
} from "~/domain/submission/steps/spotify-profile";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { SecondaryButton } from "~/ui/intent-button";
import { fieldId, TextField } from "../field";
import { checkRadio, findInput, typeInto } from "../form-dom";
import { FormReplyContext, useFormReply } from "../form-reply-context";
import { FormSection } from "../form-section";
import { RadioRow } from "../radio-row";
import { useOnMountAndChange } from "../use-on-change";
import { useRevealField } from "../use-reveal-field";
import { ArtistSearchField } from "./artist-search-field";
import { ERROR_ABOVE_INPUT } from "./error-above-input";
import { ProfileStatus } from "./profile-status";
import styles from "./spotify-section.module.css";
import {
  LINK_ID,
  QUERY_ID,
  SECTION_ID,
  type SpotifyProfile,
  useSpotifyProfile,
} from "./use-spotify-profile";

function showLinkField(): void {
  checkRadio("spotifyChoice", "profile");
  checkRadio("spotifyMode", "url");
}

/**
 * The artist's own Spotify profile, found by name or by URL. All parts are in the page from the start and
 * shown by CSS as the choices require, so that it works without script.
 */
export function SpotifySection({ answer }: { answer: SpotifyAnswer | undefined }) {
  const { values, errors, refusal } = useFormReply();
  const view = useMemo(() => spotifyView(values, errors), [values, errors]);
  const profile = useSpotifyProfile(view, answer);
  const status = useRef<HTMLFieldSetElement>(null);

  // A wrong link must be visible, also when the error summary leads to it.
  useOnMountAndChange(refusal, () => {
    if (errors.spotifyProfile) showLinkField();
  });
  useRevealField((name) => {
    if (name === "spotifyProfile") showLinkField();
    return name === "spotifyProfile";
  });

  function onChoice(choice: string) {
    if (choice === "new") return profile.selectNewArtist();
    const query = findInput(QUERY_ID);
    const name = findInput(fieldId("artistName"))?.value.trim();
    // Saves typing the name twice.
    if (query && name && query.value === "") typeInto(query, name);
  }

  /** The pressed button is removed by the change, so the focus moves to the status. */
  function changeAndFocus(event: MouseEvent, change: () => void) {
    event.preventDefault();
    change();
    status.current?.focus();
  }

  return (
    <FormSection title="Find your artist profile on Spotify">
      <Stack gap="md" id={SECTION_ID} className={styles.section}>
        <RadioRow
          name="spotifyChoice"
          legend="Are you on Spotify? (optional)"
          options={spotifyChoices}
          picked={view.choice}
          onPick={onChoice}
        />
        <Text c="dimmed" className={styles.new}>
          That's fine. Your first release on Spotify comes with a profile.
        </Text>
        <Stack gap="md" className={styles.panel}>
          <RadioRow
            name="spotifyMode"
            legend="How do you want to find it?"
            options={spotifyModes}
            picked={view.mode}
          />
          <div className={styles.search}>
            <ArtistSearchField
              profile={profile}
              onChoose={(event, artist) => changeAndFocus(event, () => profile.choose(artist))}
            />
          </div>
          <div className={styles.url}>
            <ProfileLinkField profile={profile} />
          </div>
          <ProfileStatus ref={status} profile={profile} onAction={changeAndFocus} />
        </Stack>
      </Stack>
    </FormSection>
  );
}

function ProfileLinkField({ profile }: { profile: SpotifyProfile }) {
  const { back, check, load, handleLinkInput, tryCheck } = profile;
  const reply = useFormReply();
  // The result of the check is newer than the form's error.
  const error =
    check.state === "unverified" ? (check.error ?? reply.errors.spotifyProfile?.text) : undefined;
  const fieldReply = useMemo(() => {
    const errors: FieldErrors = error ? { spotifyProfile: invalidError(error) } : {};
    return { ...reply, errors };
  }, [reply, error]);
  const findLinkInput = () => findInput(LINK_ID);
  return (
    <Group gap="xs" align="flex-end">
      <FormReplyContext.Provider value={fieldReply}>
        <TextField
          name="spotifyProfile"
          label="Spotify artist URL"
          hint="Such as open.spotify.com/artist/..."
          optional
          flex="1 1 240px"
          inputWrapperOrder={ERROR_ABOVE_INPUT}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          onFocus={load}
          onInput={(event) => handleLinkInput(event.currentTarget.value)}
        />
      </FormReplyContext.Provider>
      <SecondaryButton
        intent={VERIFY_SPOTIFY}
        formAction={back}
        mih={44}
        aria-disabled={check.state === "verifying"}
        onPointerEnter={load}
        onFocus={load}
        onClick={(event) => {
          if (tryCheck(findLinkInput()?.value ?? "", () => findLinkInput()?.focus()))
            event.preventDefault();
        }}
      >
        Check this link
      </SecondaryButton>
    </Group>
  );
}
