import { honeypotsAreEmpty } from "./honeypots";
import { MIN_FORM_MS } from "./score";
import { CONFIRM_FIELD } from "./session";
import { confirmToken, readConfirmToken } from "./start-token.server";

type ConfirmPress = { passes: true } | { passes: false; pressAgain: string };

/**
 * Judges the press of 'I am a person', which passes whatever the score is. With a filled hidden
 * field it takes a second press, at least `MIN_FORM_MS` later: a script that fills every field and
 * presses every button does not pass with one.
 */
export async function confirmPress(
  secret: string,
  draftId: string,
  fields: readonly [name: string, value: string][],
  now: Date,
): Promise<ConfirmPress> {
  if (honeypotsAreEmpty(fields)) return { passes: true };
  const token = fields.findLast(([name]) => name === CONFIRM_FIELD)?.[1];
  const first = token ? await readConfirmToken(secret, draftId, token, now) : undefined;
  if (!token || !first)
    return { passes: false, pressAgain: await confirmToken(secret, draftId, now) };
  const waitMs = now.getTime() - first.getTime();
  return waitMs >= MIN_FORM_MS ? { passes: true } : { passes: false, pressAgain: token };
}
