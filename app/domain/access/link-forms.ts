import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import {
  emailLine,
  linkLine,
  MAX_LINE,
  MAX_LINK,
  maxLengthRule,
  plainLine,
  singleLine,
} from "~/forms/fields";
import type { FieldErrors } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { isCountryName } from "~/reference/countries";
import { listedCountry } from "~/reference/country-aliases";
import { invitationPrefillSchema } from "./invitation-prefill";
import { MAX_LISTEN_LINK } from "./listen-link";

export const invitationFormSchema = v.object({
  ...invitationPrefillSchema.entries,
  boardItemId: plainLine,
  waitingListId: singleLine,
});
export type InvitationForm = v.InferOutput<typeof invitationFormSchema>;

export const returningFormSchema = v.object({ artistName: singleLine, email: emailLine });
export type ReturningForm = v.InferOutput<typeof returningFormSchema>;

const email = v.pipe(
  emailLine,
  v.nonEmpty("Email is required"),
  v.check(isEmailAddress, "Please enter a valid email address"),
);

export const returningRules = v.object({
  artistName: v.pipe(
    singleLine,
    v.nonEmpty("Artist name is required"),
    maxLengthRule("Artist name"),
  ),
  email,
});

const { entries } = invitationPrefillSchema;
const name = v.pipe(singleLine, maxLengthRule("This"));
const link = v.pipe(linkLine, maxLengthRule("This", MAX_LINK));

const NO_COUNTRY_IN_LIST = "We don't know this country. Write its name in English";

export const invitationRules = v.object({
  boardItemId: v.pipe(
    plainLine,
    v.regex(/^(?:\d{1,20})?$/, "An item's id on the board is a number, such as 1234567890"),
  ),
  artistName: returningRules.entries.artistName,
  email: v.pipe(email, maxLengthRule("This")),
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
  listenLink: v.pipe(entries.listenLink, maxLengthRule("This", MAX_LISTEN_LINK)),
  waitingListId: singleLine,
});

export function checkReturningForm(form: ReturningForm): FieldErrors {
  return schemaErrors(returningRules, form);
}

export function checkInvitationForm(form: InvitationForm): FieldErrors {
  return schemaErrors(invitationRules, form);
}

export const MAX_LINES = 5_000;

export interface PastedLine {
  /** Line number, from 1. */
  number: number;
  text: string;
  artistName: string;
  /** In lower case. */
  email: string;
  error?: string;
}

function splitLine(text: string): ReturningForm {
  const [, leadingText, bracketText] = /^(.*)<([^<>]*)>\s*$/.exec(text) ?? [];
  const separatorIndex = Math.max(
    text.lastIndexOf("\t"),
    text.lastIndexOf(";"),
    text.lastIndexOf(","),
  );
  const [name = "", address = ""] =
    bracketText === undefined
      ? [text.slice(0, Math.max(0, separatorIndex)), text.slice(separatorIndex + 1)]
      : [leadingText, bracketText];
  const unquotedName = name.trim().replace(/^"(.*)"$/, "$1");
  return { artistName: unquotedName.trim(), email: v.parse(emailLine, address).toLowerCase() };
}

/**
 * Parses a pasted list with one artist a line: "Name, address", with a comma, tab or semicolon, or
 * "Name <address>". Empty lines are skipped.
 */
export function readPastedList(list: string): PastedLine[] {
  const firstLines = new Map<string, number>();
  const lines = list
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ number: index + 1, text: text.trim() }));
  return lines
    .filter(({ text }) => text !== "")
    .map(({ number, text }): PastedLine => {
      const entry = splitLine(text);
      const [error] = Object.values(checkReturningForm(entry));
      const line = { number, text: text.slice(0, MAX_LINE), ...entry };
      if (error) return { ...line, error: error.text };
      const duplicateOf = firstLines.get(entry.email);
      if (duplicateOf !== undefined)
        return { ...line, error: `Line ${duplicateOf} has this address already` };
      firstLines.set(entry.email, number);
      return line;
    });
}
