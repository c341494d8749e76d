import { Group, Text, VisuallyHidden } from "@mantine/core";
import {
  type KnownPerson,
  knownPeople,
  notYetCredited,
  peopleFor,
  personKey,
  personName,
  personRole,
  roleByList,
} from "~/domain/submission/music/known-people";
import { shareVerdict } from "~/domain/submission/music/songwriters";
import type { Track } from "~/domain/submission/music/track";
import {
  normalizeContributors,
  type TrackContributors,
} from "~/domain/submission/music/track-contributors";
import { writtenName } from "~/platform/formats/written-name";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import styles from "./contributors.module.css";

/** More would be a list to search, and each track of a long album has them. */
const MAX_OFFERED = 4;

type ListName = KnownPerson["list"];

const LISTS: readonly { list: ListName; label: string; add: string }[] = [
  { list: "featuredArtists", label: "Featured artists", add: "Add a featured artist" },
  { list: "nonFeaturedArtists", label: "Non-featured artists", add: "Add a non-featured artist" },
  { list: "songwriters", label: "Songwriters", add: "Add a songwriter" },
  { list: "producers", label: "Producers", add: "Add a producer" },
];

function useOffered(track: Track) {
  const { answers, artist, usual } = useMusicPage();
  const known = knownPeople(answers.tracks, artist, usual);
  return (list: ListName) => notYetCredited(peopleFor(list, known), [track]).slice(0, MAX_OFFERED);
}

/** Buttons that credit somebody known from another track or an earlier release. */
export function PeopleOffered({ track, list }: { track: Track; list: ListName }) {
  const { artist } = useMusicPage();
  return useOffered(track)(list).map((person) => (
    <button
      key={personKey(person)}
      type="submit"
      name="intent"
      value={`credit:${track.id}:${JSON.stringify(person)}`}
      formAction={`#add-${list}-${track.id}`}
      className={styles.offer}
    >
      + {personName(person) === writtenName(artist) ? "Me" : personName(person)}
      {"roles" in person && person.roles.length > 0 && `, ${personRole(person)}`}
      <VisuallyHidden> as {roleByList[list].toLowerCase()}</VisuallyHidden>
    </button>
  ));
}

/** Everybody in one list, with what removes them from it. */
function creditsIn(contributors: TrackContributors, list: ListName) {
  switch (list) {
    case "producers":
      return contributors.producers.map((text, row) => ({ row: String(row), text }));
    case "songwriters":
      return contributors.songwriters.map(({ id, percentage, ...names }) => {
        const text = [writtenName(names) || "Unnamed", percentage && `${percentage}%`];
        return { row: id, text: text.filter(Boolean).join(" ") };
      });
    default:
      return contributors[list].map(({ id, roles, ...names }) => {
        return { row: id, text: [writtenName(names) || "Unnamed", ...roles].join(", ") };
      });
  }
}

/** Who is credited on a track, as pills, and who can be by one press. */
export function CreditList({ track }: { track: Track }) {
  const contributors = normalizeContributors(track.metadata);
  const { songwriters, soloWork } = contributors;
  const { state, text: totalText } = shareVerdict(songwriters);
  const offeredFor = useOffered(track);
  const { artist } = useMusicPage();
  const isUsed = (list: ListName) =>
    contributors[list].length > 0 ||
    offeredFor(list).some((person) => personName(person) !== writtenName(artist));
  // A list of artists that has nobody waits in the panel.
  const isShown = ({ list }: { list: ListName }) => {
    if (soloWork) return list === "producers";
    return list === "songwriters" || list === "producers" || isUsed(list);
  };
  return (
    <dl className={styles.credits}>
      {LISTS.filter(isShown).map(({ list, label, add }) => (
        <div key={list} data-list={list} data-filled={isUsed(list) || undefined}>
          <dt>{label}</dt>
          <dd>
            <Group gap="xs">
              {creditsIn(contributors, list).map(({ row, text }) => (
                <span key={row} className={styles.pill}>
                  {text}
                  <button
                    type="submit"
                    name="intent"
                    value={`remove-row:${track.id}:${list}:${row}`}
                    formAction={`#add-${list}-${track.id}`}
                    aria-label={`Remove ${text}`}
                  >
                    ×
                  </button>
                </span>
              ))}
              <PeopleOffered track={track} list={list} />
              <button
                type="submit"
                name="intent"
                value={`add-row:${track.id}:${list}`}
                id={`add-${list}-${track.id}`}
                className={styles.offer}
              >
                + Add<VisuallyHidden>{add.slice(3)}</VisuallyHidden>
              </button>
              {list === "songwriters" && songwriters.length > 0 && state !== "done" && (
                <>
                  <Text size="sm" c="var(--waiting)">
                    {totalText}
                  </Text>
                  <EditButton
                    intent={`split-evenly:${track.id}`}
                    landingId={`add-songwriters-${track.id}`}
                    variant="subtle"
                    px="xs"
                  >
                    Split evenly
                  </EditButton>
                </>
              )}
            </Group>
          </dd>
        </div>
      ))}
    </dl>
  );
}
