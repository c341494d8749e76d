import { artistLists } from "~/submission/music/credits";
import type { CreditedArtist, TrackContributors } from "~/submission/music/track-contributors";

/**
 * Everybody credited on a track whose lists are closed, after a button has changed them: without
 * this the server would still go by those it has saved. The marker has no word, since nothing is
 * open.
 */
export function Unlisted({ base, made }: { base: string; made: TrackContributors }) {
  const names = [
    ...artistLists.flatMap(({ name }) =>
      made[name].flatMap((artist, row) => ofArtist(`${name}[${row}]`, artist)),
    ),
    ...made.producers.map((name, row) => [`producers[${row}]`, name]),
    ...made.songwriters.flatMap(({ id, firstName, lastName, percentage }, row) =>
      Object.entries({ id, firstName, lastName, percentage }).map(([field, text]) => [
        `songwriters[${row}].${field}`,
        text,
      ]),
    ),
  ];
  return (
    <>
      <input type="hidden" name={`${base}.listed`} value="" />
      {names.map(([name, text]) => (
        <input key={name} type="hidden" name={`${base}.${name}`} value={text} />
      ))}
    </>
  );
}

function ofArtist(at: string, { id, firstName, surname, roles }: CreditedArtist): string[][] {
  return [
    ...Object.entries({ id, firstName, surname }).map(([field, text]) => [`${at}.${field}`, text]),
    ...roles.map((role, index) => [`${at}.roles[${index}]`, role]),
  ];
}
