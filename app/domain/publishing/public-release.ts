import { releaseDays } from "~/domain/submission/music/release-days";
import { releaseTypeText, titleOr } from "~/domain/submission/record/release-card";
import type { RecordedTrack, ReleaseForm } from "~/domain/submission/record/release-form";
import { submissionTitle } from "~/domain/submission/record/release-name";
import { storeLinksOf } from "~/domain/submission/record/store-links";
import { parseUrl } from "~/platform/formats/parse-url";
import { writtenName } from "~/platform/formats/written-name";

interface Recorded {
  id: string;
  form: ReleaseForm;
  artistName: string;
  releaseTitle: string;
  storeLinks: string;
}

interface Credit {
  role: string;
  names: string[];
}

/** A release as everybody may see it, without contact data and shares. */
export type PublicRelease = ReturnType<typeof publicRelease>;

function toCredits({ metadata }: RecordedTrack, artistName: string): Credit[] {
  const { soloWork, featuredArtists, nonFeaturedArtists, producers, songwriters } = metadata;
  const people = (list: typeof featuredArtists) =>
    list.map(({ firstName, surname, roles }) => {
      const name = writtenName({ firstName, surname });
      return name && roles.length > 0 ? `${name} (${roles.join(", ")})` : name;
    });
  const lines: Credit[] = [
    { role: "Made by", names: soloWork ? [artistName] : [] },
    { role: "Featuring", names: people(featuredArtists) },
    { role: "With", names: people(nonFeaturedArtists) },
    { role: "Produced by", names: producers.map((name) => name.trim()) },
    {
      role: "Written by",
      names: songwriters.map(writtenName),
    },
  ];
  return lines
    .map(({ role, names }) => ({ role, names: names.filter(Boolean) }))
    .filter(({ names }) => names.length > 0);
}

const isSafe = (href: string) => parseUrl(href)?.protocol === "https:";

export function publicRelease(submission: Recorded) {
  const { id, form, artistName, releaseTitle } = submission;
  const isTransfer = form.uploadType === "transfer";
  const title = titleOr(submissionTitle({ ...form, releaseTitle }));
  const stores = storeLinksOf(submission).map(({ name, href }) => ({
    name: `${title} on ${name}`,
    href,
  }));
  const elsewhere = form.catalogueItems.map((item) => ({
    name: `${item.title} on Spotify`,
    href: item.spotifyUrl,
  }));
  const profile = { name: `${artistName} on Spotify`, href: form.spotifyProfile };
  return {
    id,
    title,
    type: releaseTypeText(isTransfer ? "" : form.releaseType),
    artistName,
    /** YYYY-MM-DD; empty for a catalogue transfer. */
    date: isTransfer ? "" : releaseDays(form).full,
    genres: [form.primaryGenre, form.subGenre].filter(Boolean),
    tracks: form.tracks.map((track) => ({
      title: track.title,
      credits: toCredits(track, artistName),
    })),
    links: [...stores, ...elsewhere, profile].filter(({ href }) => isSafe(href)),
  };
}

export const coverPath = (id: string) => `/details/${id}/cover.jpg`;
