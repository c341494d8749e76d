import { Box, Group, Paper } from "@mantine/core";
import { forwardRef, type MouseEvent } from "react";
import { checkText } from "~/domain/catalogue/artist-lookup";
import { DISCONNECT_SPOTIFY, restoreIntent } from "~/domain/submission/steps/spotify-intent";
import type { StatusTone } from "~/reference/statuses";
import { SecondaryButton } from "~/ui/intent-button";
import { StatusMark } from "../status-mark";
import { ArtistAvatar } from "./portrait";
import type { SpotifyProfile } from "./use-spotify-profile";

interface ProfileStatusProps {
  profile: SpotifyProfile;
  /** Makes a change that removes the pressed button. */
  onAction: (event: MouseEvent, change: () => void) => void;
}

const tones: Record<SpotifyProfile["check"]["state"], StatusTone> = {
  unverified: "neutral",
  verifying: "waiting",
  verified: "good",
  failed: "bad",
};

/** Which profile is connected and how sure that is, in text, colour and shape; with buttons to undo it. */
export const ProfileStatus = forwardRef<HTMLFieldSetElement, ProfileStatusProps>(
  function ProfileStatus({ profile, onAction }, ref) {
    const { back, check, hasLink, filled, restoreName, disconnect } = profile;
    const { title, hint } = checkText(check, hasLink);
    const verifiedArtist = check.state === "verified" ? check : undefined;
    const nameChange = filled && filled.before !== filled.name ? filled : undefined;
    return (
      <Paper
        component="fieldset"
        ref={ref}
        aria-label="Your Spotify profile"
        tabIndex={-1}
        p="sm"
        bg="var(--surface)"
      >
        <Group align="flex-start">
          {verifiedArtist && (
            <ArtistAvatar image={verifiedArtist.image} name={verifiedArtist.name} />
          )}
          <Box flex={1} miw={0} role="status">
            <p>
              <StatusMark tone={tones[check.state]}>{title}</StatusMark>
            </p>
            <p>{hint}</p>
            {nameChange && <p>We filled in "{nameChange.name}" as your artist name.</p>}
          </Box>
        </Group>
        {(hasLink || nameChange) && (
          <Group gap="xs" mt="sm">
            {nameChange?.before && (
              <SecondaryButton
                intent={restoreIntent(nameChange.before)}
                formAction={back}
                onClick={(event) => onAction(event, () => restoreName(nameChange.before))}
              >
                Put back "{nameChange.before}"
              </SecondaryButton>
            )}
            {verifiedArtist && (
              <SecondaryButton
                intent={DISCONNECT_SPOTIFY}
                formAction={back}
                onClick={(event) => onAction(event, disconnect)}
              >
                Disconnect
              </SecondaryButton>
            )}
          </Group>
        )}
        <input type="hidden" name="spotifyVerified" value={verifiedArtist?.id ?? ""} />
        <input type="hidden" name="spotifyArtistName" value={verifiedArtist?.name ?? ""} />
      </Paper>
    );
  },
);
