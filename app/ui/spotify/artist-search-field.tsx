import { Group, Stack, Text } from "@mantine/core";
import type { KeyboardEvent, MouseEvent } from "react";
import { searchText } from "~/domain/catalogue/artist-lookup";
import type { ArtistResult } from "~/domain/catalogue/spotify-shapes";
import { chooseIntent, SEARCH_SPOTIFY } from "~/domain/submission/steps/spotify-intent";
import { SecondaryButton } from "~/ui/intent-button";
import { TextField } from "../field";
import { findInput } from "../form-dom";
import lists from "../lists.module.css";
import { ERROR_ABOVE_INPUT } from "./error-above-input";
import { ArtistAvatar } from "./portrait";
import { QUERY_ID, type SpotifyProfile } from "./use-spotify-profile";

interface ArtistSearchFieldProps {
  profile: SpotifyProfile;
  onChoose: (event: MouseEvent, artist: ArtistResult) => void;
}

const readQuery = () => findInput(QUERY_ID)?.value ?? "";

/** Finds an artist by name: while typing with script, by its button without. */
export function ArtistSearchField({ profile, onChoose }: ArtistSearchFieldProps) {
  const { search, load, trySearch, handleQueryInput } = profile;

  async function onKeyDown(event: KeyboardEvent) {
    // In other fields Enter means Next; here it starts the search.
    if (event.key !== "Enter") return;
    event.preventDefault();
    await load();
    trySearch(readQuery());
  }

  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <TextField
          name="spotifyQuery"
          label="Your name on Spotify"
          hint="At least 2 characters."
          flex="1 1 240px"
          inputWrapperOrder={ERROR_ABOVE_INPUT}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onFocus={load}
          onInput={(event) => void handleQueryInput(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <SecondaryButton
          intent={SEARCH_SPOTIFY}
          formAction={profile.back}
          mih={44}
          onPointerEnter={load}
          onFocus={load}
          onClick={(event) => {
            if (trySearch(readQuery())) event.preventDefault();
          }}
        >
          Search Spotify
        </SecondaryButton>
      </Group>
      <SearchStatus search={search} />
      <ArtistList search={search} back={profile.back} onChoose={onChoose} />
    </Stack>
  );
}

function SearchStatus({ search }: Pick<SpotifyProfile, "search">) {
  const { title, hint } = searchText(search);
  const hasFailed = search.state === "failed" || search.state === "short";
  return (
    <Text role="status" c="dimmed">
      {title && (
        <Text component="strong" fw={700} c={hasFailed ? "var(--bad)" : "var(--ink)"}>
          {title}
        </Text>
      )}{" "}
      {hint}
    </Text>
  );
}

function ArtistList({
  search,
  back,
  onChoose,
}: Pick<SpotifyProfile, "search" | "back"> & Pick<ArtistSearchFieldProps, "onChoose">) {
  const artists = "artists" in search ? search.artists : [];
  if (artists.length === 0) return null;
  return (
    <ul
      className={lists.results}
      aria-label="Artists found on Spotify"
      aria-busy={search.state === "searching"}
    >
      {artists.map((artist) => (
        <li key={artist.id}>
          <button
            type="submit"
            name="intent"
            value={chooseIntent(artist.id)}
            formAction={back}
            className={lists.result}
            onClick={(event) => onChoose(event, artist)}
          >
            <ArtistAvatar image={artist.image} name={artist.name} />
            <Text span flex={1} miw={0} fw={600}>
              {artist.name}
            </Text>
            <span className={lists.verb}>Choose</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
