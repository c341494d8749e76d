import { Link } from "@remix-run/react";
import { useMemo } from "react";
import { SHARE_WORDS, type ShareState } from "~/artists/splits/split-state";
import { checkSplits, readSplits, type Splits } from "~/artists/splits/splits";
import { Button, VisuallyHidden } from "~/components/controls";
import { CheckField, HiddenField, TextField } from "~/components/field";
import { useFormReply } from "~/components/form-reply";
import { FormSection } from "~/components/form-section";
import type { AutosavePage } from "~/forms/autosave/autosave-queue.client";
import type { FormValues } from "~/forms/read-form";
import { longTime } from "~/platform/formats/dates";
import { OwnForm, type OwnReply } from "../own-form";
import frame from "../release/release.module.css";
import { type Head, OF_RELEASE, ReleaseHead } from "../release/release-head";
import styles from "./split.module.css";

interface ShownState {
  /** Of the songwriter within the track. */
  id: string;
  state: ShareState;
  note?: string | undefined;
  at?: string | undefined;
}

interface ShownTrack {
  title: string;
  soloWork: boolean;
  states: ShownState[];
}

export interface SplitsPageProps {
  head: Head;
  page: AutosavePage;
  values: Splits;
  tracks: ShownTrack[];
  savedAt?: string | undefined;
  reply: OwnReply | undefined;
  said: string | undefined;
}

const SAID: Readonly<Record<string, string>> = {
  asked: "Asked. Each of them has one letter with a link; we remind them once, after 7 days.",
  "nobody-new": "Everybody with an email address has been asked about these shares already.",
  saved: "Saved. Nobody was asked yet.",
};

/** Who wrote what, with which share, and what they say of it. */
export function SplitsPage(props: SplitsPageProps) {
  const { head, page, values, tracks, savedAt, reply, said } = props;
  const check = useMemo(
    () => (posted: FormValues) => checkSplits(readSplits(posted, values), { tracks }),
    [values, tracks],
  );
  return (
    <div className={frame.page}>
      <ReleaseHead title="Songwriters’ shares" head={head}>
        Type each songwriter's email address and ask them: they get a link, see everybody's shares
        and confirm their own. When you change a share, everybody on that track is asked again.
      </ReleaseHead>
      <p>
        <Link to={`/release-details/${encodeURIComponent(head.id)}`}>Back to the details</Link>
      </p>
      {said && SAID[said] && !reply && (
        <p role="status" className={frame.said}>
          {SAID[said]}
        </p>
      )}
      <OwnForm {...{ page, savedAt, reply, check }} words={OF_RELEASE} saved={values} sends="ask">
        <Tracks tracks={tracks} />
        {tracks.some(({ soloWork }) => !soloWork) ? <Ask /> : <NobodyToAsk />}
      </OwnForm>
    </div>
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

function NobodyToAsk() {
  return <p>You submitted everything on this release as solo work, so there is nobody to ask.</p>;
}

const isSplits = (values: object): values is Splits => "tracks" in values;

function Tracks({ tracks }: { tracks: readonly ShownTrack[] }) {
  const { values } = useFormReply();
  const shown = isSplits(values) ? values.tracks : [];
  return (
    <>
      {tracks.map(({ title, soloWork, states }, index) => {
        const track = shown[index];
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
                      shown={states.find(({ id }) => id === writer.id)}
                    />
                  ))}
                </ol>
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
  /** Where the share stands as it was saved. */
  shown: ShownState | undefined;
}

function WriterFields({ at, remove, number, shown }: WriterProps) {
  const { state, note, at: when } = shown ?? { state: "unasked" as const };
  const since = when && state !== "unasked" && state !== "me" ? `, ${longTime(when)}` : "";
  return (
    <li className={styles.writer}>
      <HiddenField name={`${at}.id`} />
      <p className={styles.share} data-state={state}>
        {SHARE_WORDS[state]}
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
