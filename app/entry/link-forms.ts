import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine, maxLengthRule, plainLine, singleLine } from "~/forms/fields";
import type { FieldErrors } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { isCountryName } from "~/reference/countries";
import { listedCountry } from "~/reference/country-aliases";
import { invitationPrefillSchema } from "./invitation-prefill";
import { MAX_LISTEN_LINK } from "./listen-link";

const MAX_NAME = 200;
const MAX_LINK = 500;

/** The form that makes an invitation; what staff do not know stays empty. */
export const invitationFormSchema = v.object({
  ...invitationPrefillSchema.entries,
  mondayItemId: plainLine,
  waitingListId: singleLine,
});
export type InvitationForm = v.InferOutput<typeof invitationFormSchema>;

/** The form that makes one returning artist's link. */
export const returningFormSchema = v.object({ artistName: singleLine, email: emailLine });
export type ReturningForm = v.InferOutput<typeof returningFormSchema>;

const email = v.pipe(
  emailLine,
  v.nonEmpty("Email is required"),
  v.check(isEmailAddress, "Please enter a valid email address"),
);

/** What a returning artist's link is not made without. */
export const returningRules = v.object({
  artistName: v.pipe(
    singleLine,
    v.nonEmpty("Artist name is required"),
    maxLengthRule("Artist name", MAX_NAME),
  ),
  email,
});

const name = v.pipe(singleLine, maxLengthRule("This", MAX_NAME));
const link = v.pipe(singleLine, maxLengthRule("This", MAX_LINK));

const NO_COUNTRY_IN_LIST = "We don't know this country. Write its name in English";

/** What an invitation is not made without, and what it holds; in the order of the page. */
export const invitationRules = v.object({
  mondayItemId: v.pipe(
    plainLine,
    v.regex(/^(?:\d{1,20})?$/, "An item's id on the board is a number, such as 1234567890"),
  ),
  artistName: returningRules.entries.artistName,
  email: v.pipe(email, maxLengthRule("This", MAX_NAME)),
  firstName: name,
  surname: name,
  country: v.pipe(
    singleLine,
    v.transform(listedCountry),
    v.check((text) => text === "" || isCountryName(text), NO_COUNTRY_IN_LIST),
  ),
  city: name,
  instagramProfile: link,
  tiktokProfile: link,
  spotifyProfile: link,
  listenLink: v.pipe(singleLine, maxLengthRule("This", MAX_LISTEN_LINK)),
  waitingListId: singleLine,
});

/** What keeps a returning artist's link from being made, by field. */
export function checkReturningForm(form: ReturningForm): FieldErrors {
  return schemaErrors(returningRules, form);
}

/** What keeps an invitation from being made, by field. */
export function checkInvitationForm(form: InvitationForm): FieldErrors {
  return schemaErrors(invitationRules, form);
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
  return { artistName: unquotedName.trim(), email: v.parse(emailLine, address).toLowerCase() };
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
      const [error] = Object.values(checkReturningForm(whose));
      const line = { number, text: text.slice(0, MAX_NAME), ...whose };
      if (error) return { ...line, wrong: error.text };
      const before = first.get(whose.email);
      if (before !== undefined)
        return { ...line, wrong: `Line ${before} has this address already` };
      first.set(whose.email, number);
      return line;
    });
}
