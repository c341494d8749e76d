import { Button, Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import {
  bulkRows,
  changedTracks,
  numberedTitle,
  planChanges,
  shownChanges,
} from "~/domain/submission/music/bulk-credits";
import { BULK } from "~/domain/submission/music/edit-bulk";
import { personKey } from "~/domain/submission/music/known-people";
import type { Track } from "~/domain/submission/music/track";
import { useHydrated } from "~/ui/use-hydrated";
import { useBulkPlan } from "../bulk-context";
import { EditButton } from "../edit-button";
import styles from "./bulk.module.css";
import { BulkChanges } from "./bulk-changes";
import { BulkOffers } from "./bulk-offers";
import { BulkPerson } from "./bulk-person";

/**
 * What changes the contributors of the chosen tracks, and shows it first.
 * @param tracks as typed.
 */
export function BulkPanel({ tracks }: { tracks: readonly Track[] }) {
  const { bulk, plan, setPlan, editsPlan } = useBulkPlan();
  const scripted = useHydrated();
  const chosen = new Set(bulk.chosen);
  const titles = tracks.flatMap((track, index) =>
    chosen.has(track.id) ? [numberedTitle(track, index)] : [],
  );
  const count = titles.length;
  const rows = bulkRows(tracks, chosen, plan);
  const changes = planChanges(tracks, chosen, plan);
  const changed = changedTracks(changes).length;
  return (
    <section className={styles.panel} aria-labelledby="bulk-title">
      <Group justify="space-between" p="sm">
        <div className={styles.heading}>
          <Title order={3} id="bulk-title" fz="var(--text-2xl)">
            Contributors of {count === 0 ? "chosen" : count} {count === 1 ? "track" : "tracks"}
          </Title>
          <Text size="sm" c="dimmed">
            {count > 0 && `${count < tracks.length ? titles.join(", ") : "All tracks"}. `}
            Only what you change here changes.
          </Text>
        </div>
        <Button component="a" href="#choose-all" variant="default">
          Choose other tracks
        </Button>
      </Group>
      <input type="hidden" name={`${BULK}.shown`} value={shownChanges(changes)} />
      {rows.map((row, index) => (
        <BulkPerson key={personKey(row.who)} row={row} index={index} count={count} />
      ))}
      <Stack p="sm">
        {count > 0 && (
          <>
            <BulkOffers tracks={tracks} rows={rows} count={count} />
            <Group align="start">
              <Checkbox
                flex="1 1 230px"
                name={`${BULK}.evenly`}
                label="Equal shares"
                description="For the songwriters of each track"
                checked={plan.evenly}
                onChange={({ currentTarget: { checked } }) => setPlan({ ...plan, evenly: checked })}
              />
              <Checkbox
                flex="1 1 230px"
                name={`${BULK}.soloWork`}
                label="Solo work"
                description="You made them alone: no guests, no co-writers."
                checked={plan.soloWork}
                onChange={({ currentTarget: { checked } }) =>
                  setPlan({ ...plan, soloWork: checked })
                }
              />
            </Group>
          </>
        )}
        <BulkChanges changes={changes} />
        {bulk.error && (
          <Text role="alert" size="sm" fw={600} c="var(--bad)" data-wrong>
            {bulk.error}
          </Text>
        )}
        <Group gap="xs">
          <EditButton
            intent="bulk-apply"
            landingId={BULK}
            variant="filled"
            disabled={scripted && changed === 0}
          >
            {scripted && changed === 0
              ? "Nothing to change yet"
              : `Change ${changed === 1 ? "1 track" : `${changed} tracks`}`}
          </EditButton>
          <EditButton intent="bulk-close" landingId={BULK} {...editsPlan(() => undefined)}>
            Cancel
          </EditButton>
          {!scripted && (
            <EditButton intent="bulk" landingId={BULK}>
              Show what this changes
            </EditButton>
          )}
          <Text size="sm" c="dimmed">
            Can be undone.
          </Text>
        </Group>
      </Stack>
    </section>
  );
}
