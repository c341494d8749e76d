import { Group } from "@mantine/core";
import { useMemo } from "react";
import { VERIFY_SPOTIFY } from "~/domain/submission/steps/spotify-intent";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { SecondaryButton } from "~/ui/intent-button";
import { TextField } from "../field";
import { findInput } from "../form-dom";
import { FormReplyContext, useFormReply } from "../form-reply-context";
import { ERROR_ABOVE_INPUT } from "./error-above-input";
import { LINK_ID, type SpotifyProfile } from "./use-spotify-profile";

/** The URL of the profile, and the button that verifies it at Spotify. */
export function ProfileLinkField({ profile }: { profile: SpotifyProfile }) {
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
