import type { LabelledValues, PersonCodes } from "~/domain/submission/record/distribution-details";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { type OptionalCode, optionalCodes } from "~/platform/formats/optional-codes";
import { isSameName } from "~/platform/formats/same-name";
import { writtenName } from "~/platform/formats/written-name";
import type { Profile } from "../profile";
import { startingSplits } from "../splits/splits";
import type { ReleaseAnswers } from "./details-store.server";

export type CodedPerson = { name: string } & PersonCodes;

/**
 * Everybody of whom a valid code is known. A songwriter's own answer counts before the artist's, and that before the
 * artist's profile.
 * @param profile of the account whose release it is.
 */
export function peopleCodes(
  answers: ReleaseAnswers,
  form: ReleaseForm,
  profile: Pick<Profile, "artistName" | "ipi" | "isni"> | undefined,
): CodedPerson[] {
  const people: CodedPerson[] = [];
  const add = (name: string, code: Extract<OptionalCode, keyof PersonCodes>, typed: string) => {
    const result = optionalCodes[code].read(typed);
    if ("error" in result) return;
    const known = people.find((person) => isSameName(person.name, name));
    if (known) known[code] = result.code;
    else people.push({ name, [code]: result.code });
  };
  const { people: writers } = startingSplits(answers, form);
  // An account may send the releases of another artist.
  if (profile && isSameName(profile.artistName, form.artistName)) {
    add(form.artistName, "isni", profile.isni);
    add(writtenName(form), "ipi", profile.ipi);
    for (const writer of writers) if (writer.me) add(writtenName(writer), "ipi", profile.ipi);
  }
  for (const { name, isni } of answers.details?.people ?? []) add(name, "isni", isni);
  for (const writer of writers) add(writtenName(writer), "ipi", writer.ipi);
  for (const [name, ipi] of Object.entries(answers.ownIpis ?? {})) add(name, "ipi", ipi);
  return people;
}

/** The codes as text. */
export const peopleRows = (people: readonly CodedPerson[]): LabelledValues =>
  (["isni", "ipi"] as const).map((code) => {
    const { label, format } = optionalCodes[code];
    const texts = people.map(({ name, [code]: value }) => value && `${name} ${format(value)}`);
    return [label, texts.filter(Boolean).join(", ")];
  });
