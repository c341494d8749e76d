import { Button } from "@mantine/core";
import { forwardRef, type MouseEvent } from "react";
import { checkText } from "~/domain/catalogue/artist-lookup";
import { DISCONNECT_SPOTIFY, restoreIntent } from "~/domain/submission/steps/spotify-intent";
import { ArtistAvatar } from "./portrait";
import styles from "./profile-status.module.css";
import type { SpotifyProfile } from "./use-spotify-profile";

interface ProfileStatusProps {
  profile: SpotifyProfile;
  /** Makes a change that removes the pressed button. */
  onAction: (event: MouseEvent, change: () => void) => void;
}

/** Which profile is connected and how sure that is, in text, colour and shape; with buttons to undo it. */
export const ProfileStatus = forwardRef<HTMLFieldSetElement, ProfileStatusProps>(
  function ProfileStatus({ profile, onAction }, ref) {
    const { back, check, hasLink, filled, restoreName, disconnect } = profile;
    const { title, hint } = checkText(check, hasLink);
    const verifiedArtist = check.state === "verified" ? check : undefined;
    const nameChange = filled && filled.before !== filled.name ? filled : undefined;
    return (
      <fieldset
        ref={ref}
        aria-label="Your Spotify profile"
        tabIndex={-1}
        className={styles.status}
        data-state={check.state}
      >
        {verifiedArtist && <ArtistAvatar image={verifiedArtist.image} name={verifiedArtist.name} />}
        <div className={styles.words} role="status">
          <p className={styles.title}>
            <StatusMark state={check.state} />
            {title}
          </p>
          <p>{hint}</p>
          {nameChange && <p>We filled in "{nameChange.name}" as your artist name.</p>}
        </div>
        {(hasLink || nameChange) && (
          <div className={styles.actions}>
            {nameChange?.before && (
              <Button
                type="submit"
                name="intent"
                value={restoreIntent(nameChange.before)}
                formAction={back}
                variant="default"
                onClick={(event) => onAction(event, () => restoreName(nameChange.before))}
              >
                Put back "{nameChange.before}"
              </Button>
            )}
            {verifiedArtist && (
              <Button
                type="submit"
                name="intent"
                value={DISCONNECT_SPOTIFY}
                formAction={back}
                variant="default"
                onClick={(event) => onAction(event, disconnect)}
              >
                Disconnect
              </Button>
            )}
          </div>
        )}
        <input type="hidden" name="spotifyVerified" value={verifiedArtist?.id ?? ""} />
        <input type="hidden" name="spotifyArtistName" value={verifiedArtist?.name ?? ""} />
      </fieldset>
    );
  },
);

type Mark = "unverified" | "verifying" | "verified" | "failed";

/** One shape per state, so that none is told by colour alone. */
const shapes: Record<Mark, string> = {
  unverified: "M4.5 10h11",
  verifying: "M10 5v5l3.5 2",
  verified: "M5 10.5l3.5 3.5L15 6.5",
  failed: "M10 5v6.5M10 14.5v.5",
};

function StatusMark({ state }: { state: Mark }) {
  return (
    <svg className={styles.mark} data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      {state === "failed" ? (
        <path className={styles.ground} d="M10 1l9.5 17.5h-19z" />
      ) : (
        <circle className={styles.ground} cx="10" cy="10" r="9" />
      )}
      <path className={styles.sign} d={shapes[state]} />
    </svg>
  );
}
