import * as v from "valibot";
import { expect, test } from "vitest";
import { audioSlot } from "~/domain/uploads/slots";
import { musicAnswersSchema } from "./music-step";
import { noContributors, type TrackContributors } from "./track-contributors";
import { contributorsSummary, isFinished, nextUnfinished } from "./track-summary";

const artist = (firstName: string, surname: string) => ({ id: "a", firstName, surname, roles: [] });
const writer = (firstName: string, lastName: string, percentage: string) => ({
  id: "w",
  firstName,
  lastName,
  percentage,
});

test.each<[string, Partial<TrackContributors>, string, boolean]>([
  ["nobody", {}, "No contributors yet", false],
  ["a row that says nothing", { featuredArtists: [artist("", "")] }, "No contributors yet", false],
  ["solo work", { soloWork: true, producers: ["Max"] }, "Solo work", true],
  ["a producer alone", { producers: ["Max"] }, "Max", true],
  [
    "a writer who is featured too, and a producer",
    {
      featuredArtists: [artist("Ada", "Low")],
      producers: ["SOPHIE"],
      songwriters: [writer("ada", "low", "60"), writer("Bo", "Ek", "40")],
    },
    "ada low, Bo Ek, SOPHIE",
    true,
  ],
  [
    "shares that do not add up",
    { songwriters: [writer("Bo", "Ek", "60")] },
    "1 person, splits 60%, not 100%",
    false,
  ],
  [
    "a name by half",
    { songwriters: [writer("Bo", "", "100")], producers: ["Max"] },
    "2 people, details missing",
    false,
  ],
])("%s in one line", (_, some, text, isComplete) => {
  expect(contributorsSummary({ ...noContributors(), ...some })).toEqual({ text, isComplete });
});

const { tracks } = v.parse(musicAnswersSchema, {
  tracks: [
    { id: "a", title: "A", metadata: { soloWork: "on" } },
    { id: "b", title: "B", metadata: { soloWork: "on" } },
    { id: "c", title: "", metadata: { soloWork: "on" } },
    { id: "d", title: "D" },
  ],
});
const slots = new Set(["a", "c", "d"].map(audioSlot));

test("a track is finished with its file, its title and its contributors", () => {
  expect(["a", "b", "c", "d", "e"].filter((id) => isFinished(tracks, slots, id))).toEqual(["a"]);
});

test("the next track to go on with is the next one that misses something, around the end", () => {
  expect(nextUnfinished(tracks, slots)).toBe("b");
  expect(nextUnfinished(tracks, slots, "b")).toBe("c");
  expect(nextUnfinished(tracks, slots, "d")).toBe("b");
  expect(nextUnfinished(tracks.slice(0, 2), slots, "b")).toBeUndefined();
});
