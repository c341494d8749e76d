import { useFormAction } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ArtistSearch, ProfileCheck } from "~/domain/catalogue/artist-lookup";
import type { LiveSearch } from "~/domain/catalogue/lookup-call.client";
import { spotifyArtistId, spotifyPage } from "~/domain/catalogue/spotify-link";
import type { ArtistResult } from "~/domain/catalogue/spotify-shapes";
import type {
  FilledName,
  SpotifyAnswer,
  SpotifyView,
} from "~/domain/submission/steps/spotify-profile";
import { fieldId, useValuesReplaced } from "../field";
import { findInput, typeInto } from "../form-dom";
import { useOnMount } from "../use-on-change";

type Calls = typeof import("~/domain/catalogue/spotify-lookup.client");
interface Lookup {
  calls: Calls;
  search: LiveSearch;
}

export const SECTION_ID = "spotify-profile";
export const LINK_ID = fieldId("spotifyProfile");
export const QUERY_ID = fieldId("spotifyQuery");
const NAME_ID = fieldId("artistName");

/** Keeps the picture of an unchanged profile, which only a lookup knows. */
const keepPicture = (next: ProfileCheck) => (now: ProfileCheck) =>
  now.state === "verified" && next.state === "verified" && now.id === next.id ? now : next;

/** The lookup, loaded on first use, and what stops its calls, as when the page goes. */
function useLookup(setSearch: (search: ArtistSearch) => void) {
  const lookup = useRef<Lookup>();
  const checkController = useRef<AbortController>();

  async function load(): Promise<Lookup | undefined> {
    try {
      const calls = await import("~/domain/catalogue/spotify-lookup.client");
      lookup.current ??= { calls, search: calls.liveSearch(setSearch) };
    } catch {
      // The buttons still work: they post to the server.
    }
    return lookup.current;
  }

  /** @returns the controller of the next check. */
  function cancelCheck(): AbortController {
    checkController.current?.abort();
    checkController.current = new AbortController();
    return checkController.current;
  }

  const cancelLookups = useCallback(() => {
    lookup.current?.search.stop();
    checkController.current?.abort();
  }, []);
  useEffect(() => cancelLookups, [cancelLookups]);

  return { lookup, load, cancelCheck, cancelLookups };
}

/**
 * The state of the artist's Spotify profile on the page, and the functions that change it. The lookup is
 * loaded on first use; until then, or if loading fails, every `try…` returns false and the pressed button
 * posts to the server.
 */
export function useSpotifyProfile(view: SpotifyView, answer: SpotifyAnswer | undefined) {
  const [search, setSearch] = useState<ArtistSearch>(answer?.search ?? { state: "idle" });
  const [check, setCheck] = useState<ProfileCheck>(answer?.check ?? view.check);
  const [filledName, setFilledName] = useState<FilledName | undefined>(answer?.filled);
  const [hasLink, setHasLink] = useState(view.link !== "");
  const { lookup, load, cancelCheck, cancelLookups } = useLookup(setSearch);
  const lastQuery = useRef("");
  const action = useFormAction();

  useValuesReplaced(() => {
    cancelLookups();
    setSearch(answer?.search ?? { state: "idle" });
    setCheck(keepPicture(answer?.check ?? view.check));
    setFilledName(answer?.filled);
    setHasLink(view.link !== "");
  });

  // The link may have been typed before the scripts were loaded.
  useOnMount(() => {
    const currentLink = findInput(LINK_ID)?.value ?? view.link;
    if (currentLink !== view.link) handleLinkInput(currentLink);
  });

  /** The verification of one link says nothing about another. */
  function handleLinkInput(link: string): void {
    cancelCheck();
    setHasLink(link.trim() !== "");
    setFilledName(undefined);
    setCheck({ state: "unverified" });
  }

  function fillLink(link: string): void {
    const input = findInput(LINK_ID);
    if (input) typeInto(input, link);
    handleLinkInput(link);
  }

  function fillName(name: string): string {
    const input = findInput(NAME_ID);
    const before = input?.value.trim() ?? "";
    if (input) typeInto(input, name);
    return before;
  }

  return {
    /** The address that its buttons post to without script: the form's own page, at this section. */
    back: `${action}#${SECTION_ID}`,
    search,
    check,
    filled: filledName,
    hasLink,
    load,
    handleLinkInput,
    async handleQueryInput(query: string): Promise<void> {
      // While the lookup is loading for the first time, several calls wait for it, and not in order.
      lastQuery.current = query;
      (await load())?.search.type(lastQuery.current);
    },
    trySearch(query: string): boolean {
      lookup.current?.search.now(query);
      return lookup.current !== undefined;
    },
    /** @param onWrong called when the text is no link to an artist. */
    tryCheck(link: string, onWrong: () => void): boolean {
      if (!lookup.current) return false;
      const { checkProfile } = lookup.current.calls;
      const { signal } = cancelCheck();
      if (spotifyArtistId(link)) setCheck({ state: "verifying" });
      void checkProfile(link, signal).then((result) => {
        if (signal.aborted) return;
        setCheck(result);
        if (result.state === "unverified") onWrong();
      });
      return true;
    },
    choose({ id, name, image }: ArtistResult): void {
      lookup.current?.search.stop();
      setSearch({ state: "idle" });
      fillLink(spotifyPage({ type: "artist", id }));
      setCheck({ state: "verified", id, name, image });
      setFilledName({ name, before: fillName(name) });
    },
    restoreName(name: string): void {
      fillName(name);
      setFilledName(undefined);
    },
    disconnect: () => fillLink(""),
    /** A new artist has no profile (specification, portal, section 4, "Spotify link"). */
    selectNewArtist(): void {
      lookup.current?.search.stop();
      setSearch({ state: "idle" });
      fillLink("");
    },
  };
}

export type SpotifyProfile = ReturnType<typeof useSpotifyProfile>;
