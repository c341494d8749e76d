import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { publicRelease } from "./public-release";

const person = (firstName: string, surname: string, roles: string[]) => ({
  id: firstName,
  firstName,
  surname,
  roles,
});

const metadata = {
  soloWork: false,
  featuredArtists: [person("Ada", "Quill", ["Vocals", "Fiddle"])],
  nonFeaturedArtists: [person("Bo", "Ek", [])],
  producers: ["Max Rebo", " "],
  songwriters: [{ id: "w1", firstName: "Cy", lastName: "Moss", percentage: 60 }],
};

function releaseOf(change: object) {
  const form = v.parse(releaseFormSchema, {
    uploadType: "new-music",
    releaseType: "ep",
    releaseDate: "2027-03-12",
    primaryGenre: "Folk",
    firstName: "Sigrid",
    surname: "Valentin",
    email: "sigrid@example.com",
    phone: "0123",
    artistName: "Sigrid Vale",
    spotifyProfile: "https://open.spotify.com/artist/4Z8W4f",
    tracks: [{ title: "Tide", metadata }],
    ...change,
  });
  const submission = { id: "S1", artistName: "Sigrid Vale", releaseTitle: "Night Ferry" };
  return publicRelease({
    ...submission,
    form,
    storeLinks: JSON.stringify(["https://music.apple.com/gb/album/1"]),
  });
}

test("a public release has its title, credits, date and store links", () => {
  expect(releaseOf({})).toMatchObject({
    title: "Night Ferry",
    type: "EP",
    artistName: "Sigrid Vale",
    date: "2027-03-12",
    genres: ["Folk"],
    tracks: [
      {
        title: "Tide",
        credits: [
          { role: "Featuring", names: ["Ada Quill (Vocals, Fiddle)"] },
          { role: "With", names: ["Bo Ek"] },
          { role: "Produced by", names: ["Max Rebo"] },
          { role: "Written by", names: ["Cy Moss"] },
        ],
      },
    ],
    links: [
      { name: "Night Ferry on Apple Music", href: "https://music.apple.com/gb/album/1" },
      { name: "Sigrid Vale on Spotify", href: "https://open.spotify.com/artist/4Z8W4f" },
    ],
  });
});

test("a public release has no contact data and no shares", () => {
  expect(JSON.stringify(releaseOf({}))).not.toMatch(/sigrid@|0123|Valentin|60/);
});

test("solo work is credited to its artist, and invalid links are left out", () => {
  const solo = { ...metadata, soloWork: true, featuredArtists: [], nonFeaturedArtists: [] };
  const { tracks, links } = releaseOf({
    tracks: [{ title: "Tide", metadata: { ...solo, producers: [], songwriters: [] } }],
    spotifyProfile: "javascript:alert(1)",
  });
  expect(tracks[0]?.credits).toEqual([{ role: "Made by", names: ["Sigrid Vale"] }]);
  expect(links.map(({ name }) => name)).toEqual(["Night Ferry on Apple Music"]);
});
