import * as v from "valibot";
import { normalizeText } from "./formats/normalize-text";
import { parseJson } from "./formats/parse-json";

/** In characters of the setting, of a name or role, and of the text about a person. */
const [MAX_SETTING, MAX_NAME, MAX_TEXT] = [2_000, 60, 160] as const;
const MAX_PEOPLE = 6;

const words = (maxLength: number) =>
  v.pipe(v.string(), v.transform(normalizeText), v.minLength(1), v.maxLength(maxLength));

const teamSchema = v.pipe(
  v.array(v.object({ name: words(MAX_NAME), role: words(MAX_NAME), text: words(MAX_TEXT) })),
  v.maxLength(MAX_PEOPLE),
);

/** Somebody who listens to what is sent. */
export type TeamMember = v.InferOutput<typeof teamSchema>[number];

/** The people of the setting LISTENERS. @returns undefined if it is malformed. */
export function readTeam(setting: string): TeamMember[] | undefined {
  if (setting.length > MAX_SETTING) return undefined;
  const result = v.safeParse(teamSchema, parseJson(setting));
  return result.success ? result.output : undefined;
}

export const LISTENERS_RULE =
  `LISTENERS must be a list of at most ${MAX_PEOPLE} people in JSON, as docs/settings.md shows one, in at most ` +
  `${MAX_SETTING} characters: name and role have at most ${MAX_NAME} characters each, text ${MAX_TEXT}.`;
