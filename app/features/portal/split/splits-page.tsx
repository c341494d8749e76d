import { Group, Paper, Stack, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { useMemo, useState } from "react";
import { SPLIT_REMINDER_DAYS, writerStates } from "~/domain/artists/splits/split-state";
import { checkSplits, readSplits, type Splits } from "~/domain/artists/splits/splits";
import { sharesDisplay } from "~/domain/submission/music/songwriters";
import type { FormValues } from "~/forms/read-form";
import { HiddenField } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { FormSection } from "~/ui/form-section";
import { IntentButton } from "~/ui/intent-button";
import { ShareTotal } from "~/ui/share-total";
import { AutosaveForm, type AutosaveReply } from "../autosave-form";
import portal from "../portal.module.css";
import { RELEASE_SAVE_TEXTS, ReleasePage } from "../release/release-head";
import type { loader } from "../release/splits-route.server";
import { WriterFields } from "./writer-fields";

type SplitsView = SerializeFrom<typeof loader>;

interface SplitsPageProps extends SplitsView {
  reply: AutosaveReply | undefined;
  noticeCode: string | undefined;
}

const NOTICES: Readonly<Record<string, string>> = {
  asked: `Done. We sent each of them one email with a link. We remind them once, after ${SPLIT_REMINDER_DAYS} days.`,
  "nobody-new": "We have already asked everybody with an email address about these shares.",
  saved: "Saved. We have not asked anybody yet.",
};

const ASK_TEXT =
  "Type each songwriter's email address and ask them. They get a link, see all shares and confirm their own. If you change a share, we ask everybody on that track again.";
const ALL_SOLO =
  "You submitted all of this release as solo work, so there is nobody to ask. Did somebody else write on it? Then say so in the details, under its credits.";

const NO_TRACKS = "This release has no new tracks, so there is nobody to ask.";

/** The introduction of the page, which depends on whether there is anybody to ask. */
function leadText(tracks: SplitsView["tracks"]) {
  if (tracks.length === 0) return NO_TRACKS;
  return tracks.every(({ soloWork }) => soloWork) ? ALL_SOLO : ASK_TEXT;
}

/** The songwriters with their shares and answers. */
export function SplitsPage(props: SplitsPageProps) {
  const { head, page, values, tracks, savedAt, reply, noticeCode } = props;
  const [draft, setDraft] = useState<Splits>();
  const check = useMemo(
    () => (formValues: FormValues) => checkSplits(readSplits(formValues, values), { tracks }),
    [values, tracks],
  );
  const lead = leadText(tracks);
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
      notice={noticeCode && !reply ? NOTICES[noticeCode] : undefined}
    >
      {lead === ASK_TEXT && (
        <AutosaveForm
          page={page}
          savedAt={savedAt}
          reply={reply}
          check={check}
          texts={RELEASE_SAVE_TEXTS}
          saved={values}
          submitIntent="ask"
          onFormInput={(formValues) => setDraft(readSplits(formValues, values))}
        >
          <Tracks {...props} draft={draft} />
          <AskSection />
        </AutosaveForm>
      )}
    </ReleasePage>
  );
}

function AskSection() {
  return (
    <Paper component="section" p="sm" aria-labelledby="finish">
      <Stack>
        <h2 id="finish">Ask them</h2>
        <p>
          We write to everybody with an email address whom we haven't asked about these shares yet.
          We ask nobody twice about the same shares.
        </p>
        <Group gap="xs">
          <IntentButton intent="ask">Ask the songwriters</IntentButton>
          <IntentButton intent="save" variant="default">
            Save for later
          </IntentButton>
        </Group>
      </Stack>
    </Paper>
  );
}

const isSplits = (values: object): values is Splits => "tracks" in values;

interface TracksProps extends Pick<SplitsPageProps, "tracks" | "answers" | "now"> {
  /** The values while the artist types. */
  draft: Splits | undefined;
}

/** The current shares: as typed, or as the page last filled them in. */
function useShares(draft: Splits | undefined) {
  const { values } = useFormReply();
  const [lastFill, setLastFill] = useState({ values, draft });
  if (lastFill.values !== values) setLastFill({ values, draft });
  const savedTracks = isSplits(values) ? values.tracks : [];
  const isEdited = lastFill.values === values && lastFill.draft !== draft;
  return { displayed: savedTracks, now: isEdited && draft ? draft.tracks : savedTracks };
}

function Tracks({ tracks, answers, now, draft }: TracksProps) {
  const { displayed, now: currentTracks } = useShares(draft);
  return (
    <>
      {tracks.map(({ title, soloWork }, index) => {
        const track = displayed[index];
        const current = currentTracks[index];
        const states = current ? writerStates(current, { rows: answers, now: new Date(now) }) : [];
        const prefix = `tracks[${index}]`;
        const name = title || `Track ${index + 1}`;
        return (
          <FormSection key={prefix} title={tracks.length > 1 ? `${index + 1}. ${name}` : name}>
            <HiddenField name={`${prefix}.id`} />
            {soloWork ? (
              <p>You submitted this track as solo work, so there is nobody to ask.</p>
            ) : (
              <>
                <Stack component="ol" gap="md" className={portal.list}>
                  {track?.writers.map((writer, row) => (
                    <WriterFields
                      key={writer.id}
                      prefix={`${prefix}.writers[${row}]`}
                      removeIntent={`remove:${track.id}:${writer.id}`}
                      number={row + 1}
                      share={currentTracks[index]?.writers[row] ?? writer}
                      status={states.find((writerState) => writerState.writer.id === writer.id)}
                    />
                  ))}
                </Stack>
                {states.length > 0 && (
                  <ShareTotal {...sharesDisplay(states.map(({ writer }) => writer))} />
                )}
                <div>
                  <IntentButton intent={`add:${track?.id}`} variant="default">
                    Add a songwriter<VisuallyHidden> to {name}</VisuallyHidden>
                  </IntentButton>
                </div>
              </>
            )}
          </FormSection>
        );
      })}
    </>
  );
}
