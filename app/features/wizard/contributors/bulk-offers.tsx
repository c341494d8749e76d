import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import type { BulkRow } from "~/domain/submission/music/bulk-credits";
import { BULK, type Newcomer, planNewcomer, planPerson } from "~/domain/submission/music/edit-bulk";
import {
  knownPeople,
  notYetCredited,
  personKey,
  personName,
  personRole,
} from "~/domain/submission/music/known-people";
import type { Track } from "~/domain/submission/music/track";
import { writtenName } from "~/platform/formats/written-name";
import { useBulkPlan } from "../bulk-context";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import styles from "./bulk.module.css";
import { preventSubmit, rowId } from "./bulk-person";
import contributors from "./contributors.module.css";

/** More people than this are a list to search, not one to press. */
const MAX_OFFERED = 8;

const ROLES: readonly { value: Newcomer["list"]; label: string }[] = [
  { value: "songwriters", label: "Songwriter" },
  { value: "producers", label: "Producer" },
  { value: "featuredArtists", label: "Featured artist" },
  { value: "nonFeaturedArtists", label: "Non-featured artist (credits only)" },
];

/** Somebody known is added by one press, somebody new by a name. */
export function BulkOffers(props: {
  tracks: readonly Track[];
  rows: readonly BulkRow[];
  count: number;
}) {
  const { tracks, rows, count } = props;
  const { artist, usual } = useMusicPage();
  const { bulk, changeBulk, plan, editsPlan } = useBulkPlan();
  const { newcomer } = bulk;
  const listed = new Set(rows.map(({ who }) => personKey(who)));
  const chosenTracks = tracks.filter(({ id }) => bulk.chosen.includes(id));
  const offered = notYetCredited(knownPeople(tracks, artist, usual), chosenTracks)
    .filter((person) => !listed.has(personKey(person)))
    .slice(0, MAX_OFFERED);
  const addText = count === 1 ? "Add" : `Add to all ${count}`;
  const change = (more: Partial<Newcomer>) =>
    changeBulk({ ...bulk, newcomer: { ...newcomer, ...more } });
  const add = () => changeBulk(planNewcomer({ ...bulk, plan, error: undefined }));
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {addText}:
      </Text>
      {offered.map((person) => (
        <button
          key={personKey(person)}
          type="submit"
          name="intent"
          value={`bulk-add:${JSON.stringify(person)}`}
          className={contributors.offer}
          {...editsPlan(() => {
            // The pressed button goes, and the person's row comes.
            requestAnimationFrame(() => document.getElementById(rowId(person))?.focus());
            return planPerson(plan, person, { change: "add" });
          })}
        >
          + {personName(person) === writtenName(artist) ? "Me" : personName(person)},{" "}
          {personRole(person)}
        </button>
      ))}
      <details
        className={styles.newcomer}
        open={newcomer.firstName !== "" || newcomer.lastName !== "" || undefined}
      >
        <summary className={contributors.offer}>+ Somebody new</summary>
        <Group align="end" gap="xs" pt="xs" onKeyDown={preventSubmit}>
          <NativeSelect
            name={`${BULK}.list`}
            label="Role"
            data={[...ROLES]}
            value={newcomer.list}
            onChange={({ currentTarget: { value } }) =>
              change({ list: ROLES.find((role) => role.value === value)?.value })
            }
            flex="1 1 150px"
          />
          {(["firstName", "lastName"] as const).map((field) => (
            <TextInput
              key={field}
              name={`${BULK}.${field}`}
              label={field === "firstName" ? "First name" : "Last name"}
              value={newcomer[field]}
              onChange={({ currentTarget: { value } }) => change({ [field]: value })}
              onKeyDown={({ key }) => key === "Enter" && add()}
              autoComplete="off"
              autoCapitalize="words"
              flex="1 1 130px"
            />
          ))}
          <EditButton
            intent="bulk-new"
            landingId={BULK}
            onClick={(event) => {
              event.preventDefault();
              add();
            }}
          >
            {addText}
          </EditButton>
        </Group>
      </details>
    </Group>
  );
}
