import { Button } from "@mantine/core";
import { forwardRef, type MouseEvent } from "react";
import { checkWords } from "~/catalogue/artist-lookup";
import { DISCONNECT_SPOTIFY, restoreIntent } from "~/submission/spotify-intent";
import { Portrait } from "./portrait";
import styles from "./profile-status.module.css";
import { StatusMark } from "./status-mark";
import { BACK_TO_SECTION, type SpotifyProfile } from "./use-spotify-profile";

interface ProfileStatusProps {
  profile: SpotifyProfile;
  /** Makes a change after which the pressed button is gone. */
  onSettle: (event: MouseEvent, change: () => void) => void;
}

/** Which profile is connected and how sure that is, in words, colour and shape; and the way back. */
export const ProfileStatus = forwardRef<HTMLFieldSetElement, ProfileStatusProps>(
  function ProfileStatus({ profile, onSettle }, ref) {
    const { check, hasLink, filled, restoreName, disconnect } = profile;
    const { title, hint } = checkWords(check, hasLink);
    const verified = check.state === "verified" ? check : undefined;
    const replaced = filled && filled.before !== filled.name ? filled : undefined;
    return (
      <fieldset
        ref={ref}
        aria-label="Your Spotify profile"
        tabIndex={-1}
        className={styles.status}
        data-state={check.state}
      >
        {verified && <Portrait image={verified.image} name={verified.name} />}
        <div className={styles.words} role="status">
          <p className={styles.title}>
            <StatusMark state={check.state} />
            {title}
          </p>
          <p>{hint}</p>
          {replaced && <p>We filled in "{replaced.name}" as your artist name.</p>}
        </div>
        {(hasLink || replaced) && (
          <div className={styles.actions}>
            {replaced?.before && (
              <Button
                type="submit"
                name="intent"
                value={restoreIntent(replaced.before)}
                formAction={BACK_TO_SECTION}
                variant="default"
                onClick={(event) => onSettle(event, () => restoreName(replaced.before))}
              >
                Put back "{replaced.before}"
              </Button>
            )}
            {verified && (
              <Button
                type="submit"
                name="intent"
                value={DISCONNECT_SPOTIFY}
                formAction={BACK_TO_SECTION}
                variant="default"
                onClick={(event) => onSettle(event, disconnect)}
              >
                Disconnect
              </Button>
            )}
          </div>
        )}
        <input type="hidden" name="spotifyVerified" value={verified?.id ?? ""} />
        <input type="hidden" name="spotifyArtistName" value={verified?.name ?? ""} />
      </fieldset>
    );
  },
);
