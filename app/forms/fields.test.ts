import * as v from "valibot";
import { expect, test } from "vitest";
import { invitationFormSchema, returningFormSchema } from "~/domain/access/link-forms";
import { profileFormSchema } from "~/domain/artists/edit-profile";
import { detailsSchema } from "~/domain/artists/release/details";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { aboutAnswersSchema } from "~/domain/submission/steps/about-step";
import { artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import { waitingAnswersSchema } from "~/domain/submission/steps/waiting-list-answers";
import { multiLine, singleLine } from "./fields";

const ENDS = ["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085", "\v", "\f", "\t", "\n \n\n"];

test.each(ENDS)("what ends a line, as %j does, is a space in a line", (end) => {
  expect(v.parse(singleLine, `${end}Night${end}Ferry${end}`)).toBe("Night Ferry");
});

test("a line is otherwise kept as it was typed, and a text of several lines whole", () => {
  expect(v.parse(singleLine, " Night  Ferry (Ⅱ) ")).toBe("Night  Ferry (Ⅱ)");
  expect(v.parse(multiLine, " One\n\nTwo\t2 ")).toBe("One\n\nTwo\t2");
  expect([v.parse(singleLine, 7), v.parse(multiLine, null)]).toEqual(["", ""]);
});

/** Fields of several lines; of all others none keeps the end of one. */
const PROSE =
  /^(bio|influences|projectDescription|earlyReleaseReason|biography|lyrics|creditsNote|countries|aiNote)$/;

/** Every text in what a form makes of its fields, by its name. */
function texts(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one) => texts(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => texts(one, key));
}

const TYPED = "A\n\n6. B";
const artist = { firstName: TYPED, surname: TYPED, roles: [TYPED] };
const track = {
  id: TYPED,
  title: TYPED,
  isrc: TYPED,
  version: TYPED,
  language: TYPED,
  lyrics: TYPED,
  creditsNote: TYPED,
  releaseDate: TYPED,
  featuredArtists: [artist],
  producers: [TYPED],
  nonFeaturedArtists: [artist],
  songwriters: [{ firstName: TYPED, lastName: TYPED }],
};

test.each([
  ["the artist step", artistAnswersSchema],
  ["the music step", musicAnswersSchema],
  ["the last step", aboutAnswersSchema],
  ["the waiting list", waitingAnswersSchema],
  ["a profile", profileFormSchema],
  ["release details", detailsSchema],
  ["an invitation", invitationFormSchema],
  ["a returning artist's link", returningFormSchema],
] as const)("%s keeps line ends in nothing but texts of several lines", (_, schema) => {
  const anything = new Proxy({} as Record<string, unknown>, {
    get: (_target, name) => (name === "tracks" ? [track] : TYPED),
    has: () => true,
  });
  const entries = texts(v.parse(schema, anything));
  expect(entries.length).toBeGreaterThan(1);
  const brokenEntries = entries.filter(([name, text]) => !PROSE.test(name) && /[\n\r]/.test(text));
  expect(brokenEntries).toEqual([]);
  for (const [name, text] of entries) if (PROSE.test(name)) expect(text).toBe(TYPED);
});
