import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { line, tooLong } from "~/forms/fields";
import { type FieldErrors, missing, wrong } from "~/forms/reply";
import { invitationPrefillSchema } from "./invitation-prefill";
import { MAX_LISTEN_LINK } from "./listen-link";

const MAX_NAME = 200;
const MAX_LINK = 500;
/** The most of fields that hold more than a name does. */
const MOST: Readonly<Record<string, number>> = {
  instagramProfile: MAX_LINK,
  tiktokProfile: MAX_LINK,
  spotifyProfile: MAX_LINK,
  listenLink: MAX_LISTEN_LINK,
};
const NO_ADDRESS = "Please enter a valid email address";

/** The form that makes an invitation; what staff do not know stays empty. */
export const invitationFormSchema = v.object({
  ...invitationPrefillSchema.entries,
  mondayItemId: line,
  waitingListId: line,
});
export type InvitationForm = v.InferOutput<typeof invitationFormSchema>;

/** The form that makes one returning artist's link. */
export const returningFormSchema = v.object({ artistName: line, email: line });
export type ReturningForm = v.InferOutput<typeof returningFormSchema>;

function checkArtist({ artistName, email }: ReturningForm): FieldErrors {
  const errors: FieldErrors = {};
  const long = tooLong("Artist name", artistName, MAX_NAME);
  if (!artistName) errors.artistName = missing("Artist name is required");
  else if (long) errors.artistName = long;
  if (!email) errors.email = missing("Email is required");
  else if (!isEmailAddress(email)) errors.email = wrong(NO_ADDRESS);
  return errors;
}

/** What keeps a returning artist's link from being made, by field. */
export const checkReturningForm = checkArtist;

/** What keeps an invitation from being made, by field. */
export function checkInvitationForm(form: InvitationForm): FieldErrors {
  const errors = checkArtist(form);
  for (const [name, text] of Object.entries(form)) {
    const long = tooLong("This", text, MOST[name] ?? MAX_NAME);
    if (long) errors[name] ??= long;
  }
  if (form.mondayItemId && !/^\d{1,20}$/.test(form.mondayItemId))
    errors.mondayItemId = wrong("An item's id on the board is a number, such as 1234567890");
  return errors;
}

/** Lines that one list may have. */
export const MAX_LINES = 5_000;

/** A line of a pasted list, and why no link can be made of it. */
export interface PastedLine {
  /** From 1, as editors count. */
  number: number;
  text: string;
  artistName: string;
  /** In lower case. */
  email: string;
  wrong?: string;
}

function splitLine(text: string): ReturningForm {
  const [, leadingText, within] = /^(.*)<([^<>]*)>\s*$/.exec(text) ?? [];
  const at = Math.max(text.lastIndexOf("\t"), text.lastIndexOf(";"), text.lastIndexOf(","));
  const [name = "", address = ""] =
    within === undefined
      ? [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
      : [leadingText, within];
  const unquotedName = name.trim().replace(/^"(.*)"$/, "$1");
  return { artistName: unquotedName.trim(), email: address.trim().toLowerCase() };
}

/**
 * A pasted list of names and addresses, one artist a line: "Name, address", also with a tab or a
 * semicolon between them, or "Name <address>". Empty lines fall away.
 */
export function readPastedList(list: string): PastedLine[] {
  const first = new Map<string, number>();
  const lines = list.split(/\r\n|\r|\n/).map((text, at) => ({ number: at + 1, text: text.trim() }));
  return lines
    .filter(({ text }) => text !== "")
    .map(({ number, text }): PastedLine => {
      const whose = splitLine(text);
      const [error] = Object.values(checkArtist(whose));
      const line = { number, text: text.slice(0, MAX_NAME), ...whose };
      if (error) return { ...line, wrong: error.text };
      const before = first.get(whose.email);
      if (before !== undefined)
        return { ...line, wrong: `Line ${before} has this address already` };
      first.set(whose.email, number);
      return line;
    });
}
