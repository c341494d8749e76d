import { expect, test } from "vitest";
import {
  noContributors,
  type TrackContributors,
} from "~/domain/submission/music/track-contributors";
import { creditLine } from "./credit-line";

const artist = (firstName: string, surname: string) => ({ id: "a", firstName, surname, roles: [] });
const writer = (firstName: string, percentage: string) => ({
  id: "w",
  firstName,
  lastName: "Ek",
  percentage,
});

test.each<[Partial<TrackContributors>, string]>([
  [{}, ""],
  [{ soloWork: true }, "Solo work"],
  [{ soloWork: true, producers: ["Max"] }, "Solo work · Produced by Max"],
  [{ songwriters: [writer("Bo", "60"), writer("Cy", "")] }, "Written by Bo Ek 60%, Cy Ek"],
  [
    {
      featuredArtists: [artist("Ada", "Low"), artist("", "")],
      nonFeaturedArtists: [artist("Dee", "")],
      producers: ["Max", "SOPHIE"],
      songwriters: [writer("Bo", "0")],
    },
    "Featuring Ada Low, Unnamed · With Dee · Produced by Max, SOPHIE · Written by Bo Ek 0%",
  ],
])("%j reads %j", (contributors, line) => {
  expect(creditLine({ ...noContributors(), ...contributors })).toBe(line);
});
