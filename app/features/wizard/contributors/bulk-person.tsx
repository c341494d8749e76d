import { Group, Text, TextInput } from "@mantine/core";
import type { KeyboardEvent } from "react";
import type { BulkRow } from "~/domain/submission/music/bulk-credits";
import { BULK, planPerson } from "~/domain/submission/music/edit-bulk";
import {
  type KnownPerson,
  personKey,
  personName,
  personRole,
} from "~/domain/submission/music/known-people";
import { clampShare } from "~/domain/submission/music/songwriters";
import { lastOf } from "~/platform/formats/last-of";
import { writtenName } from "~/platform/formats/written-name";
import { useBulkPlan } from "../bulk-context";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import styles from "./bulk.module.css";

/** More tracks than this are counted, not listed. */
const MAX_LISTED = 4;

/** The id of somebody's row in the panel. */
export const rowId = (person: KnownPerson) => `${BULK}-${personKey(person).replace(/\s+/g, "-")}`;

/** Enter would be Next. */
export const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === "Enter") event.preventDefault();
};

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");

const numbers = (all: readonly number[]) =>
  all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${lastOf(all)}` : String(all[0] ?? "");

function placesText({ tracks, shares }: BulkRow): string {
  const on = (word: string, all: BulkRow["tracks"]) =>
    all.length === tracks.length && all.length > 1
      ? `${word} all ${all.length}`
      : all.length > MAX_LISTED
        ? `${word} ${all.length} of ${tracks.length}`
        : `${word} ${numbers(all.map(({ number }) => number))}`;
  const added = tracks.filter(({ before, after }) => after && !before);
  const removed = tracks.filter(({ before, after }) => before && !after);
  if (added.length > 0) return on("New on", added);
  if (removed.length > 0) return on("Taken off", removed);
  const present = tracks.filter(({ after }) => after);
  return [present.length > 0 ? on("On", present) : "On none", ...shares].join(", ");
}

export function BulkPerson({ row, index, count }: { row: BulkRow; index: number; count: number }) {
  const { plan, setPlan, editsPlan } = useBulkPlan();
  const { artist } = useMusicPage();
  const { who, change, share, tracks } = row;
  const name = personName(who);
  const field = `${BULK}.people[${index}]`;
  const onCount = tracks.filter(({ before }) => before).length;
  const text = placesText(row);
  const json = JSON.stringify(who);
  const button = (
    verb: "bulk-add" | "bulk-remove" | "bulk-keep",
    label: string,
    variant: "light" | "subtle",
  ) => {
    const next = { "bulk-add": "add", "bulk-remove": "remove", "bulk-keep": "" } as const;
    return (
      <EditButton
        intent={`${verb}:${json}`}
        landingId={BULK}
        variant={variant}
        px="xs"
        aria-label={`${label}: ${name}, ${personRole(who)}`}
        {...editsPlan(() => planPerson(plan, who, { change: next[verb] }))}
      >
        {label}
      </EditButton>
    );
  };
  const all = count === 1 ? "" : ` all ${count}`;
  return (
    <div className={styles.who} id={rowId(who)} tabIndex={-1}>
      <input type="hidden" name={`${field}.who`} value={json} />
      <input type="hidden" name={`${field}.change`} value={change} />
      <span className={styles.initials} aria-hidden="true">
        {initials(name)}
      </span>
      <div>
        <Text fw={600}>
          {name}
          {name === writtenName(artist) && " (me)"}
        </Text>
        <Text size="sm" c="dimmed">
          {personRole(who)}
        </Text>
      </div>
      <div>
        <span className={styles.marks} role="img" aria-label={text}>
          {tracks.map(({ number, before, after }) => (
            <span key={number} data-state={after ? (before ? "is" : "will-be") : undefined}>
              {number}
            </span>
          ))}
        </span>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {who.list === "songwriters" && !plan.evenly && !plan.soloWork ? (
        <div className={styles.share}>
          <TextInput
            aria-label={`Share of ${name} in %`}
            name={`${field}.share`}
            value={share}
            inputMode="numeric"
            autoComplete="off"
            w={64}
            onKeyDown={preventSubmit}
            onChange={({ currentTarget: { value } }) =>
              setPlan(planPerson(plan, who, { share: value }))
            }
            onBlur={() => share && setPlan(planPerson(plan, who, { share: clampShare(share) }))}
          />
          <Text component="span" size="sm" c="dimmed">
            %{all && ` on${all}`}
          </Text>
        </div>
      ) : (
        <span />
      )}
      <Group gap={0}>
        {change !== "" ? (
          button("bulk-keep", "Undo", "subtle")
        ) : (
          <>
            {onCount < count && button("bulk-add", count === 1 ? "Add" : `Add to${all}`, "light")}
            {onCount > 0 &&
              button("bulk-remove", onCount === count ? `Take off${all}` : "Take off", "subtle")}
          </>
        )}
      </Group>
    </div>
  );
}
