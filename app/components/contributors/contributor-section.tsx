import { VisuallyHidden } from "@mantine/core";
import { type FormEvent, lazy, type MouseEvent, Suspense, useState } from "react";
import { fieldId, useNewValues } from "~/components/field";
import { useMusicPage } from "~/components/music/music-page";
import { useStepReply } from "~/components/step-reply";
import { panelKey } from "~/submission/music-edit";
import type { Track } from "~/submission/track";
import {
  CONTRIBUTORS_REQUIRED_TEXT,
  hasContributors,
  tidyContributors,
} from "~/submission/track-contributors";
import { useNews } from "../use-news";
import styles from "./contributors.module.css";
import { creditLine, SOLO } from "./credit-line";
import { EditButton } from "./edit-button";
import { keepTrying } from "./keep-trying";
import { SoloWork } from "./solo-work";

const ContributorPanel = lazy(async () => {
  const { ContributorPanel } = await keepTrying(() => import("./contributor-panel"));
  return { default: ContributorPanel };
});

/** Whether the fields of the panel name anybody right now. */
function anybodyIn(panel: Element): boolean {
  return [...panel.querySelectorAll<HTMLInputElement>("input[name]")].some((input) => {
    if (input.type === "checkbox") return input.checked;
    return input.type === "hidden"
      ? /\.(producers|roles)\[\d+\]$/.test(input.name)
      : input.value.trim() !== "";
  });
}

/**
 * Who made a track: solo work, or the people to credit. The lists themselves load when they are
 * first opened; from then on they stay in the page, folded or not, and are posted with it.
 */
export function ContributorSection({ track, index }: { track: Track; index: number }) {
  const { opened } = useMusicPage();
  const { press, errors } = useStepReply();
  const [folded, setFolded] = useState(false);
  const [switched, setSwitched] = useState(false);
  const [anybody, setAnybody] = useState<boolean>();
  useNewValues(() => setAnybody(undefined));
  const base = `tracks[${index}].metadata`;
  const id = fieldId(base);
  const key = panelKey("contributors", track.id);
  const isOpen = opened.has(key);
  const shown = isOpen && !folded;
  const made = tidyContributors(track.metadata);
  const credits = creditLine(made);
  // Every refusal unfolds it once more.
  useNews(errors, () => {
    if (Object.keys(errors).some((name) => name.startsWith(`${base}.`))) setFolded(false);
  });

  function onToggle(event: MouseEvent) {
    if (!isOpen) return setFolded(false);
    // A panel that was taken off the page would no longer post what was typed into it.
    event.preventDefault();
    press(`open:${key}`);
    setFolded(!folded);
  }

  const unlisted = switched && <Cleared base={base} producers={made.producers} />;
  return (
    <fieldset id={id} className={styles.section}>
      <legend className={styles.heading}>Contributors</legend>
      <SoloWork base={base} trackId={track.id} onSwitch={() => setSwitched(true)} />
      {!(anybody ?? hasContributors(made)) && (
        <p className={styles.required}>{CONTRIBUTORS_REQUIRED_TEXT}</p>
      )}
      {!shown && credits !== SOLO && credits !== "" && <p className={styles.credits}>{credits}</p>}
      <EditButton
        intent={`${isOpen ? "close" : "open"}:${key}`}
        lands={id}
        aria-expanded={shown}
        onClick={onToggle}
        rightSection={<span className={styles.chevron} />}
        className={styles.add}
      >
        Add or change contributors
        <VisuallyHidden> of {track.title || `track ${index + 1}`}</VisuallyHidden>
      </EditButton>
      {isOpen ? (
        <div
          hidden={folded}
          onInput={(event: FormEvent) => setAnybody(anybodyIn(event.currentTarget))}
        >
          <Suspense
            fallback={
              <>
                {unlisted}
                <p role="status">Loading…</p>
              </>
            }
          >
            <ContributorPanel track={track} base={base} />
          </Suspense>
        </div>
      ) : (
        unlisted
      )}
    </fieldset>
  );
}

/**
 * The lists as solo work left them, while the panel that would post them is closed: without this
 * the server would still go by those it has saved. The marker has no word, since nothing is open.
 */
function Cleared({ base, producers }: { base: string; producers: readonly string[] }) {
  return (
    <>
      <input type="hidden" name={`${base}.listed`} value="" />
      {producers.map((name, index) => (
        <input key={name} type="hidden" name={`${base}.producers[${index}]`} value={name} />
      ))}
    </>
  );
}
