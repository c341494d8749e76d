import type { MetaDescriptor } from "@remix-run/react";
import type { MusicGroup, MusicRelease } from "schema-dts";
import { longDate } from "~/platform/formats/dates";
import type { pageTitle } from "~/ui/page-title";
import { socialCard } from "../social-card";
import type { ArtistPageProps } from "./artist-page";
import type { ReleasePageProps } from "./release-page";

type Page = Parameters<typeof pageTitle>[1];

/** Characters of a description that search engines show. */
const MAX_DESCRIPTION_LENGTH = 160;
const truncate = (text: string) =>
  text.length > MAX_DESCRIPTION_LENGTH
    ? `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1).trimEnd()}…`
    : text;

/** The names of release types in schema.org; a transferred catalogue has none. */
const ALBUM_TYPES: Record<string, "SingleRelease" | "EPRelease" | "AlbumRelease"> = {
  Single: "SingleRelease",
  EP: "EPRelease",
  Album: "AlbumRelease",
};

/** A release as structured data: https://schema.org/MusicRelease. */
function musicRelease({ release, cover, artistId, brand, site }: ReleasePageProps): MusicRelease {
  const { id, title, type, artistName, date, tracks, genres } = release;
  const url = `${site}/details/${id}`;
  const byArtist: MusicGroup = {
    "@type": "MusicGroup",
    name: artistName,
    ...(artistId ? { url: `${site}/artist/${artistId}` } : {}),
  };
  const kind = ALBUM_TYPES[type];
  return {
    "@type": "MusicRelease",
    name: title,
    url,
    creditedTo: byArtist,
    ...(cover ? { image: site + cover } : {}),
    ...(date ? { datePublished: date } : {}),
    ...(genres.length > 0 ? { genre: genres } : {}),
    recordLabel: { "@type": "Organization", name: brand },
    // Only the album, not the release, has a property for its artist.
    releaseOf: {
      "@type": "MusicAlbum",
      name: title,
      byArtist,
      ...(kind ? { albumReleaseType: kind } : {}),
    },
    numTracks: tracks.length,
    track: tracks.map((track) => ({ "@type": "MusicRecording", name: track.title, byArtist })),
  };
}

/** The meta tags of a release's page. */
export function releaseCard(props: ReleasePageProps, page: Page): MetaDescriptor[] {
  const { release, cover, brand, site } = props;
  const { id, title, type, artistName, date } = release;
  const out = date ? `, out ${longDate(date)}` : "";
  return socialCard(
    {
      title: `${title} by ${artistName}`,
      description: truncate(`${title}: ${type} by ${artistName}${out}. Released with ${brand}.`),
      url: `${site}/details/${id}`,
      brand,
      kind: "music.album",
      picture: cover
        ? { url: site + cover, alt: `Artwork of ${title} by ${artistName}` }
        : undefined,
      structured: musicRelease(props),
    },
    page,
  );
}

/** The meta tags of an artist's page. */
export function artistCard(
  { artist, releases, brand, site }: ArtistPageProps,
  page: Page,
): MetaDescriptor[] {
  const { artistId, name, biography, links, picture } = artist;
  const url = `${site}/artist/${artistId}`;
  const cover = releases.find((release) => release.cover)?.cover;
  const preview = picture
    ? { url: site + picture, alt: name }
    : cover && { url: site + cover, alt: `Artwork by ${name}` };
  return socialCard(
    {
      title: name,
      description: truncate(
        biography.replace(/\s+/g, " ") || `${name}: music released with ${brand}.`,
      ),
      url,
      brand,
      kind: "profile",
      picture: preview || undefined,
      structured: {
        "@type": "MusicGroup",
        name,
        url,
        ...(preview ? { image: preview.url } : {}),
        ...(biography ? { description: biography } : {}),
        ...(links.length > 0 ? { sameAs: links.map(({ href }) => href) } : {}),
        album: releases.map(({ id, title }) => ({
          "@type": "MusicAlbum",
          name: title,
          url: `${site}/details/${id}`,
        })),
      },
    },
    page,
  );
}
