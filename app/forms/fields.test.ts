import * as v from "valibot";
import { expect, test } from "vitest";
import { invitationFormSchema, returningFormSchema } from "~/domain/access/link-forms";
import { profileFormSchema } from "~/domain/artists/edit-profile";
import { detailsSchema } from "~/domain/artists/release/details";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { aboutAnswersSchema } from "~/domain/submission/steps/about-step";
import { artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import { waitingAnswersSchema } from "~/domain/submission/steps/waiting-list-answers";
import { multiLineUpTo, plainLineUpTo, readUpTo, singleLine, singleLineUpTo } from "./fields";

const multiLine = multiLineUpTo(200);

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
  return Object.entries(value).flatMap(([key, one]) =>
    texts(one, name === "" || name === "tracks" ? key : `${name}.${key}`),
  );
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

const MANY = 100_000;

test.each([" ", "\t", "\n", "\u0301", "\u0301\u0316", "\u200b", "%", "a"])(
  "of a text of 100 KB, a field reads no more of %j than its longest answer can have",
  (sign) => {
    const lengths: number[] = [];
    const read = readUpTo(200, (text) => {
      lengths.push(text.length);
      return text;
    });
    expect(read(`a${sign.repeat(MANY)}a`).length).toBeGreaterThan(200);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(800);
  },
);

test("a text with blanks or marks beyond its limit is still too long, and ends in dots", () => {
  for (const sign of [" ", "\t", "\u0301\u0316", "\u200b", "%"]) {
    const text = v.parse(singleLineUpTo(60), `a${sign.repeat(MANY)}a`);
    expect(text.length).toBeGreaterThan(60);
    expect(text.length).toBeLessThan(500);
    expect(text.endsWith("…")).toBe(true);
    expect(v.parse(singleLineUpTo(60), text)).toBe(text);
  }
});

test("a text without anything visible is empty, however long it is", () => {
  for (const sign of [" ", "\n", "\u200b", "\u0301"])
    expect(v.parse(singleLine, sign.repeat(MANY))).toBe("");
});

test("no text within its limit is cut, in whatever form it comes", () => {
  const letter = "\u1f82";
  const typed = letter.normalize("NFD");
  expect(typed).toHaveLength(4);
  expect(v.parse(singleLine, `  ${typed.repeat(200)}  `)).toBe(letter.repeat(200));
  expect(v.parse(multiLine, "a\r\n".repeat(100))).toHaveLength(199);
  expect(v.parse(plainLineUpTo(3), "\uff11\uff12\uff13")).toBe("123");
});
