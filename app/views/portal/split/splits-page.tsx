import { Link } from "@remix-run/react";
import { useMemo, useState } from "react";
import {
  SHARE_STATE_LABELS,
  type SplitAnswerRow,
  type WriterState,
  writerStates,
} from "~/artists/splits/split-state";
import {
  checkSplits,
  readSplits,
  type Splits,
  type SplitTrack,
  serializeSplit,
} from "~/artists/splits/splits";
import { Button, VisuallyHidden } from "~/components/controls";
import { CheckField, HiddenField, TextField } from "~/components/field";
import { useFormReply } from "~/components/form-reply-context";
import { FormSection } from "~/components/form-section";
import { ShareTotal } from "~/components/share-total";
import type { AutosavePage } from "~/forms/autosave/autosave-queue.client";
import type { FormValues } from "~/forms/read-form";
import { longTime } from "~/platform/formats/dates";
import { sharesDisplay } from "~/submission/music/songwriters";
import { AutosaveForm, type AutosaveReply } from "../autosave-form";
import { RELEASE_SAVE_WORDS, type ReleaseHeader, ReleasePage } from "../release/release-head";
import frame from "../release-page.module.css";
import styles from "./split.module.css";

interface ShownTrack {
  title: string;
  soloWork: boolean;
}

/** What was asked of whom, and about which shares. */
type ShownAnswer = SplitAnswerRow & { split: string };

interface SplitsPageProps {
  head: ReleaseHeader;
  page: AutosavePage;
  values: Splits;
  tracks: ShownTrack[];
  asked: ShownAnswer[];
  /** When the page was made, as an ISO time: from then on a link may have ended. */
  now: string;
  savedAt?: string | undefined;
  reply: AutosaveReply | undefined;
  said: string | undefined;
}

const SAID: Readonly<Record<string, string>> = {
  asked: "Asked. Each of them has one letter with a link; we remind them once, after 7 days.",
  "nobody-new": "Everybody with an email address has been asked about these shares already.",
  saved: "Saved. Nobody was asked yet.",
};

const TO_ASK =
  "Type each songwriter's email address and ask them: they get a link, see everybody's shares and confirm their own. When you change a share, everybody on that track is asked again.";
const ALL_SOLO =
  "You submitted everything on this release as solo work, so there is nobody to ask. If somebody else wrote on it after all, say so in the details, under its credits.";

const NO_TRACKS = "This release has no new tracks, so there is nobody to ask.";

/** What the page is for; or that it is for nothing here. */
function leadOf(tracks: readonly ShownTrack[]) {
  if (tracks.length === 0) return NO_TRACKS;
  return tracks.every(({ soloWork }) => soloWork) ? ALL_SOLO : TO_ASK;
}

/** Who wrote what, with which share, and what they say of it. */
export function SplitsPage(props: SplitsPageProps) {
  const { head, page, values, tracks, savedAt, reply, said } = props;
  const [typedSplits, setTypedSplits] = useState<Splits>();
  const check = useMemo(
    () => (formValues: FormValues) => checkSplits(readSplits(formValues, values), { tracks }),
    [values, tracks],
  );
  const lead = leadOf(tracks);
  return (
    <ReleasePage
      title="Songwriters’ shares"
      head={head}
      lead={lead}
      back={
        <p>
          <Link to={`/release-details/${encodeURIComponent(head.id)}`}>Back to the details</Link>
        </p>
      }
      said={said && !reply ? SAID[said] : undefined}
    >
      {lead === TO_ASK && (
        <AutosaveForm
          page={page}
          savedAt={savedAt}
          reply={reply}
          check={check}
          words={RELEASE_SAVE_WORDS}
          saved={values}
          sends="ask"
          onTyped={(formValues) => setTypedSplits(readSplits(formValues, values))}
        >
          <Tracks {...props} typed={typedSplits} />
          <Ask />
        </AutosaveForm>
      )}
    </ReleasePage>
  );
}

/** The end of the page, and the button that writes to songwriters. */
function Ask() {
  return (
    <section className={frame.finish} aria-labelledby="finish">
      <h2 id="finish">Ask them</h2>
      <p>
        We write to everybody with an email address who hasn't been asked about these shares yet.
        Nobody is asked twice about the same.
      </p>
      <div className={frame.buttons}>
        <Button type="submit" name="intent" value="ask">
          Ask the songwriters
        </Button>
        <Button type="submit" name="intent" value="save" variant="default">
          Save for later
        </Button>
      </div>
    </section>
  );
}

/** Where the shares of a track stand as they read now. */
function statesOf(
  title: string,
  track: SplitTrack | undefined,
  { asked, now }: Pick<SplitsPageProps, "asked" | "now">,
): WriterState[] {
  if (!track) return [];
  const split = serializeSplit(title, track);
  const rows = asked.filter((one) => one.split === split);
  return writerStates(track, { rows, now: new Date(now) });
}

const isSplits = (values: object): values is Splits => "tracks" in values;

interface TracksProps extends Pick<SplitsPageProps, "tracks" | "asked" | "now"> {
  /** How the form reads since it is typed in. */
  typed: Splits | undefined;
}

/** How the shares read now: as they are typed, or as the form was last filled in by the page itself. */
function useShares(typedSplits: Splits | undefined) {
  const { values } = useFormReply();
  const [lastFill, setLastFill] = useState({ values, typed: typedSplits });
  if (lastFill.values !== values) setLastFill({ values, typed: typedSplits });
  const shownTracks = isSplits(values) ? values.tracks : [];
  const isTyped = lastFill.values === values && lastFill.typed !== typedSplits;
  return { shown: shownTracks, now: isTyped && typedSplits ? typedSplits.tracks : shownTracks };
}

function Tracks({ tracks, asked, now, typed }: TracksProps) {
  const { shown, now: currentTracks } = useShares(typed);
  return (
    <>
      {tracks.map(({ title, soloWork }, index) => {
        const track = shown[index];
        const states = statesOf(title, currentTracks[index], { asked, now });
        const at = `tracks[${index}]`;
        const name = title || `Track ${index + 1}`;
        return (
          <FormSection key={at} title={tracks.length > 1 ? `${index + 1}. ${name}` : name}>
            <HiddenField name={`${at}.id`} />
            {soloWork ? (
              <p>You submitted this track as solo work, so there is nobody to ask.</p>
            ) : (
              <>
                <ol className={styles.writers}>
                  {track?.writers.map((writer, row) => (
                    <WriterFields
                      key={writer.id}
                      at={`${at}.writers[${row}]`}
                      remove={`remove:${track.id}:${writer.id}`}
                      number={row + 1}
                      shown={states.find((one) => one.writer.id === writer.id)}
                    />
                  ))}
                </ol>
                {states.length > 0 && (
                  <ShareTotal {...sharesDisplay(states.map(({ writer }) => writer))} />
                )}
                <div>
                  <Button type="submit" name="intent" value={`add:${track?.id}`} variant="default">
                    Add a songwriter<VisuallyHidden> to {name}</VisuallyHidden>
                  </Button>
                </div>
              </>
            )}
          </FormSection>
        );
      })}
    </>
  );
}

interface WriterProps {
  at: string;
  remove: string;
  number: number;
  /** Where the share stands. */
  shown: WriterState | undefined;
}

function WriterFields({ at, remove, number, shown }: WriterProps) {
  const { state, note, changedAt: when } = shown ?? { state: "unasked" as const };
  const since = when && state !== "unasked" && state !== "me" ? `, ${longTime(when)}` : "";
  return (
    <li className={styles.writer}>
      <HiddenField name={`${at}.id`} />
      <p className={styles.share} data-state={state}>
        {SHARE_STATE_LABELS[state]}
        {since}
      </p>
      {note && state === "disputed" && <blockquote className={styles.note}>{note}</blockquote>}
      <div className={styles.who}>
        <TextField name={`${at}.firstName`} label="First name" autoComplete="off" />
        <TextField name={`${at}.lastName`} label="Last name" autoComplete="off" />
        <TextField
          name={`${at}.percentage`}
          label="Share in percent"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div className={styles.who}>
        <TextField
          name={`${at}.email`}
          label="Email"
          type="email"
          inputMode="email"
          spellCheck={false}
          autoComplete="off"
          optional
        />
        <CheckField name={`${at}.me`} label="This is me" hint="You needn't be asked." />
      </div>
      <div>
        <Button type="submit" name="intent" value={remove} variant="subtle">
          Remove<VisuallyHidden> songwriter {number}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
