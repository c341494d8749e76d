import { Alert, Checkbox, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { MouseEvent } from "react";
import { NO_CHANGES } from "~/domain/submission/music/bulk-credits";
import {
  BULK,
  CHOOSE_ALL,
  changedText,
  NONE_CHOSEN_TEXT,
  WERE_ALL_CHOSEN,
} from "~/domain/submission/music/edit-bulk";
import type { Track } from "~/domain/submission/music/track";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { useBulk } from "../bulk-context";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import { retryImport } from "../retry-import";
// Here, since a late part brings no style sheet without script.
import styles from "./bulk.module.css";

const bulkPanel = lateComponent("bulk", async () => {
  const { BulkPanel } = await retryImport(() => import("./bulk-credits-panel"));
  return BulkPanel;
});

function BulkNote() {
  const { bulkUndo } = useMusicPage().answers;
  const { note } = useBulk().bulk;
  if (!note && !bulkUndo) return null;
  return (
    <Alert color={note ? "waiting" : "good"} role="status">
      <Group gap="xs">
        <Text>{note ?? changedText(bulkUndo?.tracks.length ?? 0)}</Text>
        {!note && (
          <EditButton intent="bulk-undo" landingId={BULK} variant="subtle" px="xs">
            Undo
          </EditButton>
        )}
      </Group>
    </Alert>
  );
}

/**
 * Chooses several tracks and opens what changes their contributors.
 * @param tracks as typed.
 */
export function BulkSection({ tracks }: { tracks: readonly Track[] }) {
  const { bulk, changeBulk } = useBulk();
  const { showTrack } = useMusicPage();
  const count = tracks.filter(({ id }) => bulk.chosen.includes(id)).length;
  const isAll = count === tracks.length;
  const open = (soloWork: boolean) => (event: MouseEvent) => {
    event.preventDefault();
    const error = count === 0 ? NONE_CHOSEN_TEXT : undefined;
    changeBulk({ ...bulk, plan: { ...NO_CHANGES, soloWork }, note: undefined, error });
    showTrack(undefined);
    document.getElementById(BULK)?.focus();
  };
  return (
    <Stack>
      <div id={BULK} tabIndex={-1} className={styles.place}>
        {bulk.plan ? (
          <LatePart
            component={bulkPanel}
            fallback={<p role="status">Loading...</p>}
            props={{ tracks }}
          />
        ) : (
          <BulkNote />
        )}
      </div>
      <Group justify="space-between" gap="xs">
        {isAll && <input type="hidden" name={WERE_ALL_CHOSEN} value="1" />}
        <Checkbox
          id="choose-all"
          name={CHOOSE_ALL}
          label={count > 0 && !isAll ? `${count} of ${tracks.length} chosen` : "Choose all"}
          checked={isAll}
          onChange={({ currentTarget }) =>
            changeBulk({
              ...bulk,
              error: undefined,
              chosen: currentTarget.checked ? tracks.map(({ id }) => id) : [],
            })
          }
        />
        <Group gap="xs">
          <EditButton intent="bulk" landingId={BULK} onClick={open(false)}>
            Contributors
            {count > 0 ? (
              <VisuallyHidden> of chosen tracks</VisuallyHidden>
            ) : (
              <span>&nbsp;of chosen tracks</span>
            )}
          </EditButton>
          <EditButton
            intent="bulk-solo"
            landingId={BULK}
            onClick={open(true)}
            className={styles.solo}
            data-none={count === 0 || undefined}
          >
            Solo work<VisuallyHidden> on chosen tracks</VisuallyHidden>
          </EditButton>
        </Group>
      </Group>
    </Stack>
  );
}

/** The checkbox that chooses one track. */
export function ChooseTrack({ track, index }: { track: Track; index: number }) {
  const { bulk, changeBulk } = useBulk();
  const { id, title } = track;
  const others = bulk.chosen.filter((chosen) => chosen !== id);
  const isChosen = others.length < bulk.chosen.length;
  return (
    <Checkbox
      name={`tracks[${index}].chosen`}
      aria-label={`Choose ${title || `track ${index + 1}`}`}
      checked={isChosen}
      onChange={() =>
        changeBulk({ ...bulk, error: undefined, chosen: isChosen ? others : [...others, id] })
      }
    />
  );
}
