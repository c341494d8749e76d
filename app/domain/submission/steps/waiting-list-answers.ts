import * as v from "valibot";
import { MAX_LISTEN_LINK, MAX_TYPED_LINK } from "~/domain/access/listen-link";
import { choice, multiLineUpTo, singleLineUpTo, tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { parseUrl } from "~/platform/formats/parse-url";
import { artistEntries, checkArtistStep, missingLabels } from "./artist-step";
import { normalizeSpotify } from "./spotify-profile";

export const submissionIntents = [
  { value: "submit-music", label: "Submit my music" },
  { value: "keep-updated", label: "Just keep me updated" },
] as const;

const MAX_DESCRIPTION = 2_000;

const waitingEntries = {
  ...artistEntries,
  listenLink: singleLineUpTo(MAX_TYPED_LINK),
  projectDescription: multiLineUpTo(MAX_DESCRIPTION),
  submissionIntent: choice(["submit-music", "keep-updated"]),
};
/** The form shown while submissions are closed: the artist's sections and a listen link. */
export const waitingAnswersSchema = v.pipe(v.object(waitingEntries), v.transform(normalizeSpotify));
export const waitingFields = Object.keys(waitingEntries);
type WaitingAnswers = v.InferOutput<typeof waitingAnswersSchema>;

const NO_LISTEN_LINK = "Please provide a listen link for your latest project.";
const NO_WEB_LINK =
  "Please enter the listen link as a web address (e.g., https://soundcloud.com/...)";

/** A host pasted without a scheme, and what may follow it. */
const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * A pasted link as the address of a web page, with https where it has no scheme.
 * @returns undefined for another scheme, a host without a dot, or an address with credentials.
 */
export function listenUrl(link: string): string | undefined {
  const text = link.trim();
  const address = BARE_HOST.test(text) ? `https://${text}` : text;
  if (!/^https?:\/\//i.test(address) || /[\s\p{Cc}]/u.test(address)) return undefined;
  const url = parseUrl(address);
  if (!url) return undefined;
  const { hostname, username, password, href } = url;
  return hostname.includes(".") && !username && !password ? href : undefined;
}

function checkListenLink(link: string): FieldError | undefined {
  if (!link) return missingError(NO_LISTEN_LINK);
  const long = tooLong("The listen link", link, MAX_TYPED_LINK);
  if (long) return long;
  const address = listenUrl(link);
  return address ? tooLong("The listen link", address, MAX_LISTEN_LINK) : invalidError(NO_WEB_LINK);
}

/**
 * The errors of the waiting list in page order, with the texts of the specification (portal,
 * section 5).
 */
export function checkWaitingList(answers: WaitingAnswers): FieldErrors {
  const errors = checkArtistStep(answers);
  const listenError = checkListenLink(answers.listenLink);
  if (listenError) errors.listenLink = listenError;
  const long = tooLong("The description", answers.projectDescription, MAX_DESCRIPTION);
  if (long) errors.projectDescription = long;
  return errors;
}

export function summarizeWaitingList(errors: FieldErrors): string[] {
  const labels = missingLabels(errors);
  if (labels.length === 0) return [];
  return [`Please fill in the following required fields: ${labels.join(", ")}`];
}

/** Valid answers as they are recorded (portal, section 3, "Waiting-list payload"). */
export function waitingArtist(answers: WaitingAnswers) {
  const { spotifyChoice, spotifyVerified, spotifyArtistName, ...artistData } = answers;
  return { ...artistData, listenLink: listenUrl(answers.listenLink) ?? "" };
}
