import { checkSongwriter, shareVerdict } from "~/domain/submission/music/songwriters";
import { isEmailAddress } from "~/forms/email-address";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import type { SplitPerson, SplitShare } from "./split-people";
import {
  needsConfirmation,
  type Splits,
  splitTracks,
  type TrackKind,
  writerEmailKey,
} from "./splits";

function checkPeople(people: readonly SplitPerson[]): FieldErrors {
  const errors: FieldErrors = {};
  people.forEach((person, row) => {
    const fieldName = (name: string) => `people[${row}].${name}`;
    for (const [name, error] of Object.entries(checkSongwriter({ ...person, percentage: "0" })))
      errors[fieldName(name)] = error;
    if (!person.email || person.me) return;
    if (!isEmailAddress(person.email))
      errors[fieldName("email")] = invalidError("Please enter a valid email address");
    const firstIndex = people.findIndex(
      (other) => !other.me && writerEmailKey(other) === writerEmailKey(person),
    );
    if (firstIndex < row)
      errors[fieldName("email")] ??= invalidError("Two songwriters have this email address");
  });
  return errors;
}

/** Errors that keep the questions from being sent, in page order. */
export function checkSplits(splits: Splits, kinds: readonly TrackKind[]): FieldErrors {
  const { people, same, tracks } = splits;
  const errors = checkPeople(people);
  if (people.length === 0) return { "people[0].firstName": missingError("Add a songwriter first") };
  const checkRow = (name: string, title: string, shares: readonly SplitShare[]) => {
    const verdict = shareVerdict(shares);
    if (verdict.state !== "done")
      errors[`${name}[0].percentage`] = invalidError(`${title}: ${verdict.text}`);
  };
  if (tracks.some(({ own }, index) => !own && kinds[index] === "shared"))
    checkRow("same", tracks.length > 1 ? "Same on all tracks" : "Songwriters", same);
  tracks.forEach(({ own, shares }, index) => {
    if (own && kinds[index] === "shared")
      checkRow(`tracks[${index}].shares`, `Track ${index + 1}`, shares);
  });
  const isAnyAsked = splitTracks(splits, kinds).some(({ writers }) =>
    writers.some(needsConfirmation),
  );
  if (Object.keys(errors).length === 0 && !isAnyAsked) {
    const row = Math.max(
      0,
      people.findIndex(({ me }) => !me),
    );
    errors[`people[${row}].email`] = missingError("Type the email address of a songwriter to ask");
  }
  return errors;
}
