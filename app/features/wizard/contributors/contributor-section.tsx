import { Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import { type FormEvent, type MouseEvent, useEffect, useState } from "react";
import { artistLists, hasContributors } from "~/domain/submission/music/credits";
import { NOTICE_MS, SOLO_NOTICE } from "~/domain/submission/music/edit-contributors";
import { panelKey } from "~/domain/submission/music/music-edit";
import type { Track } from "~/domain/submission/music/track";
import {
  CONTRIBUTORS_REQUIRED_TEXT,
  type CreditedArtist,
  normalizeContributors,
  type TrackContributors,
} from "~/domain/submission/music/track-contributors";
import { CheckField, fieldId, useValuesReplaced } from "~/ui/field";
import { readCheckedInputs } from "~/ui/form-dom";
import { useFormReply } from "~/ui/form-reply-context";
import { lateComponent } from "~/ui/hydration/late-component";
import { LatePart } from "~/ui/hydration/late-part";
import { useOnMountAndChange } from "~/ui/use-on-change";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import panels from "../panels.module.css";
import { retryImport } from "../retry-import";
import tones from "../upload/tone.module.css";
import { CreditList } from "./credit-list";

/**
 * Posts the contributors of a track whose lists are closed after a button has changed them; otherwise the
 * server would use the saved ones. The marker is empty, since no list is open.
 */
function HiddenContributors({
  base,
  contributors,
}: {
  base: string;
  contributors: TrackContributors;
}) {
  const names = [
    ...artistLists.flatMap(({ name }) =>
      contributors[name].flatMap((artist, row) => artistEntries(`${name}[${row}]`, artist)),
    ),
    ...contributors.producers.map((name, row) => [`producers[${row}]`, name]),
    ...contributors.songwriters.flatMap(({ id, firstName, lastName, percentage }, row) =>
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

function artistEntries(prefix: string, { id, firstName, surname, roles }: CreditedArtist) {
  return [
    ...Object.entries({ id, firstName, surname }).map(([field, text]) => [
      `${prefix}.${field}`,
      text,
    ]),
    ...roles.map((role, index) => [`${prefix}.roles[${index}]`, role]),
  ];
}

const contributorPanel = lateComponent("contributors", async () => {
  const { ContributorPanel } = await retryImport(() => import("./contributor-panel"));
  return ContributorPanel;
});

function namesAnybody(panel: Element): boolean {
  return readCheckedInputs(panel).some(({ type, name, value }) =>
    type === "hidden" ? /\.(producers|roles)\[\d+\]$/.test(name) : value.trim() !== "",
  );
}

/**
 * The contributors of a track: solo work, or the people to credit. The lists load when they are first opened,
 * then stay in the page, folded or not, and are posted.
 */
export function ContributorSection({ track, index }: { track: Track; index: number }) {
  const { opened } = useMusicPage();
  const { press, errors, refusal, unsaved } = useFormReply();
  const [folded, setFolded] = useState(false);
  const [wasSwitched, setWasSwitched] = useState(false);
  const [hasAnybody, setHasAnybody] = useState<boolean>();
  useValuesReplaced(() => setHasAnybody(undefined));
  const base = `tracks[${index}].metadata`;
  const id = fieldId(base);
  const key = panelKey("contributors", track.id);
  const isOpen = opened.has(key);
  const isUnfolded = isOpen && !folded;
  const contributors = normalizeContributors(track.metadata);
  const [initialContributors] = useState(contributors);
  const isCredited = hasAnybody ?? hasContributors(contributors);
  useOnMountAndChange(refusal, () => {
    if (Object.keys(errors).some((name) => name.startsWith(`${base}.`))) setFolded(false);
  });

  function onToggle(event: MouseEvent) {
    if (!isOpen) return setFolded(false);
    // A panel that is removed would no longer post its fields.
    event.preventDefault();
    press(`open:${key}`);
    setFolded(!folded);
  }

  // Buttons of other tracks may change this one.
  const changed =
    unsaved || wasSwitched || JSON.stringify(contributors) !== JSON.stringify(initialContributors);
  const hiddenContributors = changed && (
    <HiddenContributors base={base} contributors={contributors} />
  );
  return (
    <Paper component="fieldset" id={id} withBorder={false} bg="none" miw={0}>
      <Text component="legend" fw={600}>
        Contributors
      </Text>
      <Stack gap={8}>
        <SoloWork base={base} trackId={track.id} onSwitch={() => setWasSwitched(true)} />
        {!isCredited && (
          <Text size="sm" className={tones.tone} data-tone="waiting">
            {CONTRIBUTORS_REQUIRED_TEXT}
          </Text>
        )}
        {!isUnfolded && <CreditList track={track} />}
        <div>
          <EditButton
            intent={`${isOpen ? "close" : "open"}:${key}`}
            landingId={id}
            aria-expanded={isUnfolded}
            onClick={onToggle}
            rightSection={<span className={panels.chevron} />}
          >
            Add or change contributors
            <VisuallyHidden> of {track.title || `track ${index + 1}`}</VisuallyHidden>
          </EditButton>
        </div>
        {isOpen ? (
          <LatePart
            component={contributorPanel}
            hidden={folded}
            onInput={(event: FormEvent) => setHasAnybody(namesAnybody(event.currentTarget))}
            fallback={
              <>
                {hiddenContributors}
                <p role="status">Loading...</p>
              </>
            }
            props={{ track, base }}
          />
        ) : (
          hiddenContributors
        )}
      </Stack>
    </Paper>
  );
}

interface SoloWorkProps {
  base: string;
  trackId: string;
  /** Called when it is ticked or unticked. */
  onSwitch: () => void;
}

/** The checkbox for solo work, which clears the lists and says so. */
function SoloWork({ base, trackId, onSwitch }: SoloWorkProps) {
  const { press } = useFormReply();
  const [switchedOn, setSwitchedOn] = useState<Event>();
  useEffect(() => {
    if (!switchedOn) return;
    const timer = setTimeout(() => setSwitchedOn(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [switchedOn]);
  return (
    <div>
      <CheckField
        name={`${base}.soloWork`}
        label="Solo work"
        hint="You made it alone: no guests, no co-writers."
        onChange={(event) => {
          setSwitchedOn(event.currentTarget.checked ? event.nativeEvent : undefined);
          press(`solo:${trackId}`);
          onSwitch();
        }}
      />
      <Text role="status" c="var(--good)">
        {switchedOn && SOLO_NOTICE}
      </Text>
    </div>
  );
}
