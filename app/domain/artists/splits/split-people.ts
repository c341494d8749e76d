import * as v from "valibot";
import { roundShare, shareEntries } from "~/domain/submission/music/songwriters";
import { emailLine, flag, plainLine, singleLine } from "~/forms/fields";
import { assignRowIds } from "~/forms/row-ids";
import { writtenName } from "~/platform/formats/written-name";

/** Of a release, with a writing camp on each of its tracks. */
export const MAX_PEOPLE = 100;

export const personEntries = {
  id: singleLine,
  firstName: singleLine,
  lastName: singleLine,
  email: emailLine,
  ipi: plainLine,
  /** The artist, who is not asked. */
  me: flag,
};
export const personSchema = v.object(personEntries);
export const shareSchema = v.pipe(v.object(shareEntries), v.transform(roundShare));
export type SplitPerson = v.InferOutput<typeof personSchema>;
export type SplitShare = v.InferOutput<typeof shareSchema>;

type NamedWriter = Pick<SplitPerson, "firstName" | "lastName" | "email">;
export type KnownWriter = NamedWriter & Pick<SplitPerson, "ipi">;

type Writer = Omit<SplitPerson, "id"> & SplitShare;

/** Namesakes are one person, unless both have addresses that differ. */
export function isSamePerson(known: NamedWriter, writer: NamedWriter): boolean {
  const [name, other] = [known, writer].map((person) => writtenName(person).toLowerCase());
  const emails = new Set([known, writer].flatMap(({ email }) => email.toLowerCase() || []));
  return name !== "" && name === other && emails.size < 2;
}

/** Somebody as the value of a button holds them, in JSON. */
export const postedPersonSchema = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.parseJson(),
  v.pick(personSchema, ["firstName", "lastName", "email", "ipi"]),
);

/** Songwriters whom one press adds, or whose address it fills in: each once, those of this release first. */
export function offeredPeople(people: readonly SplitPerson[], known: readonly KnownWriter[]) {
  const writers = known.map((person) => ({ ...person, me: false, percentage: "0" }));
  return groupWriters(writers.map((writer) => ({ id: "", writers: [writer] }))).people.flatMap(
    ({ id, me, ...person }) => {
      const listed = people.find((other) => isSamePerson(other, person));
      const isComplete = listed && (listed.me || listed.email !== "" || person.email === "");
      return isComplete || !writtenName(person) ? [] : [{ ...person, isListed: Boolean(listed) }];
    },
  );
}

/** The shares that most tracks have; of equally many, the first. */
function mostFrequent(rows: readonly SplitShare[][]): SplitShare[] {
  const keys = rows.map((row) => JSON.stringify(row));
  const count = (key: string) => keys.filter((other) => other === key).length;
  const most = Math.max(0, ...keys.map(count));
  return rows[keys.findIndex((key) => count(key) === most)] ?? [];
}

/** Makes one list of people of the songwriters of each track. Tracks without any follow the others. */
export function groupWriters(tracks: readonly { id: string; writers: readonly Writer[] }[]) {
  const people: SplitPerson[] = [];
  const shareRows = tracks.map(({ writers }) => {
    const shares: SplitShare[] = [];
    for (const writer of writers) {
      const { percentage, typedShare, ...person } = writer;
      const found = people.findIndex(
        (known, index) => shares[index] === undefined && isSamePerson(known, writer),
      );
      const index = found < 0 ? people.length : found;
      const known = people[index] ?? { id: "", ...person };
      people[index] = {
        ...known,
        email: known.email || person.email,
        ipi: known.ipi || person.ipi,
        me: known.me || person.me,
      };
      shares[index] = { percentage, ...(typedShare && { typedShare }) };
    }
    return shares;
  });
  const rows = shareRows.map((shares) =>
    people.map((_, index) => shares[index] ?? { percentage: "0" }),
  );
  const same = mostFrequent(rows.filter((_, index) => tracks[index]?.writers.length));
  return {
    people: assignRowIds(people, "person"),
    same,
    tracks: tracks.map(({ id, writers }, index) => {
      const shares = rows[index] ?? [];
      const own = writers.length > 0 && JSON.stringify(shares) !== JSON.stringify(same);
      return { id, own, shares: own ? shares : [] };
    }),
  };
}
