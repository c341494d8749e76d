import { Stack, Text } from "@mantine/core";
import { type MouseEvent, useMemo, useRef } from "react";
import {
  type SpotifyAnswer,
  spotifyChoices,
  spotifyModes,
  spotifyView,
} from "~/domain/submission/steps/spotify-profile";
import { fieldId } from "../field";
import { checkRadio, findInput, typeInto } from "../form-dom";
import { useFormReply } from "../form-reply-context";
import { FormSection } from "../form-section";
import { RadioRow } from "../radio-row";
import { useOnMountAndChange } from "../use-on-change";
import { useRevealField } from "../use-reveal-field";
import { ArtistSearchField } from "./artist-search-field";
import { ProfileLinkField } from "./profile-link-field";
import { ProfileStatus } from "./profile-status";
import styles from "./spotify-section.module.css";
import { QUERY_ID, SECTION_ID, useSpotifyProfile } from "./use-spotify-profile";

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
