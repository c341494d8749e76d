import { Alert, Group, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { useMemo, useState } from "react";
import { checkSplits } from "~/domain/artists/splits/check-splits";
import { offeredPeople } from "~/domain/artists/splits/split-people";
import { askText, SPLIT_REMINDER_DAYS, writerStates } from "~/domain/artists/splits/split-state";
import { readSplits, type Splits, shortNames, splitTracks } from "~/domain/artists/splits/splits";
import type { FormValues } from "~/forms/read-form";
import { writtenName } from "~/platform/formats/written-name";
import { useFormReply } from "~/ui/form-reply-context";
import { FormSection } from "~/ui/form-section";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { AutosaveForm, type AutosaveReply } from "../autosave-form";
import { RELEASE_SAVE_TEXTS } from "../release/release-head";
import type { loader } from "../release/splits-route.server";
import { SharesTable } from "./shares-table";
import { SongwriterCard } from "./songwriter-card";
import styles from "./split.module.css";

type SplitsView = SerializeFrom<typeof loader>;

interface SplitsPageProps extends SplitsView {
  reply: AutosaveReply | undefined;
  noticeCode: string | undefined;
}

const NOTICES: Readonly<Record<string, string>> = {
  asked: `Done. We sent each of them one email with a link. We remind them once, after ${SPLIT_REMINDER_DAYS} days.`,
  "nobody-new": "We have already asked everybody with an email address about these shares.",
  saved: "Saved. We have asked nobody new.",
};

const ASK_TEXT =
  "Each songwriter gets one email with one link, sees all tracks and confirms their own share.";
const ALL_SOLO =
  "You submitted all of this release as solo work, so there is nobody to ask. Did somebody else write on it? Then say so in the details, under its credits.";
const ALL_OTHERS = "All of this release is solo work or cover versions, so there is nobody to ask.";
const NO_TRACKS = "This release has no new tracks, so there is nobody to ask.";

/** The introduction of the page, which depends on whether there is anybody to ask. */
function leadText(kinds: SplitsView["kinds"]) {
  if (kinds.length === 0) return NO_TRACKS;
  if (kinds.includes("shared")) return ASK_TEXT;
  return kinds.includes("cover") ? ALL_OTHERS : ALL_SOLO;
}

/** The songwriters with their addresses, shares and answers. */
export function SplitsPage(props: SplitsPageProps) {
  const { head, page, values, kinds, savedAt, reply, noticeCode } = props;
  const [draft, setDraft] = useState<Splits>();
  const read = useMemo(
    () => (formValues: FormValues) => readSplits(formValues, { tracks: kinds }) ?? values,
    [kinds, values],
  );
  const check = useMemo(
    () => (formValues: FormValues) => checkSplits(read(formValues), kinds),
    [read, kinds],
  );
  const lead = leadText(kinds);
  const notice = noticeCode && !reply ? NOTICES[noticeCode] : undefined;
  return (
    <Stack gap="md" maw={1040} pt="md" pb="xl">
      <Stack component="header" gap="xs">
        <p>
          <Link to={`/release-details/${encodeURIComponent(head.id)}`}>Back to the details</Link>
        </p>
        <h1>Songwriters’ shares</h1>
        <Text size="lg">
          {head.title}. {lead}
        </Text>
      </Stack>
      {notice && (
        <Alert role="status" color="good">
          {notice}
        </Alert>
      )}
      {lead === ASK_TEXT && (
        <AutosaveForm
          page={page}
          savedAt={savedAt}
          reply={reply}
          check={check}
          texts={RELEASE_SAVE_TEXTS}
          saved={values}
          submitIntent="ask"
          onFormInput={(formValues) => setDraft(read(formValues))}
        >
          <Shares {...props} draft={draft} />
        </AutosaveForm>
      )}
    </Stack>
  );
}

/** More would be a list to search. */
const MAX_OFFERED = 6;

const isSplits = (values: object): values is Splits => "people" in values;

/** The shares as the page last filled them in, and as they are typed now. */
function useShares(draft: Splits | undefined, saved: Splits) {
  const { values } = useFormReply();
  const [lastFill, setLastFill] = useState({ values, draft });
  if (lastFill.values !== values) setLastFill({ values, draft });
  const shown = isSplits(values) ? values : saved;
  const isEdited = lastFill.values === values && lastFill.draft !== draft;
  return { shown, typed: isEdited && draft ? draft : shown };
}

function Shares(props: SplitsPageProps & { draft: Splits | undefined }) {
  const { titles, kinds, answers, now, draft, values, known } = props;
  const { shown, typed } = useShares(draft, values);
  const names = shortNames(typed.people);
  const offered = offeredPeople(typed.people, known).slice(0, MAX_OFFERED);
  const states = splitTracks(typed, kinds).map((track, index) =>
    writerStates(track, { rows: answers, now: new Date(now) }).map((state) => ({
      ...state,
      title: titles[index] ?? "",
    })),
  );
  return (
    <>
      <FormSection title="Who wrote">
        <ul className={styles.people}>
          {shown.people.map((person, index) => (
            <SongwriterCard
              key={person.id}
              person={typed.people[index] ?? person}
              index={index}
              shortName={names[index] ?? ""}
              states={states.flat().filter(({ writer }) => writer.id === person.id)}
            />
          ))}
        </ul>
        <Group gap="xs">
          {offered.length > 0 && (
            <Text size="sm" c="dimmed">
              From your releases:
            </Text>
          )}
          {offered.map(({ isListed, ...person }) => (
            <SecondaryButton
              key={JSON.stringify(person)}
              intent={`person:${JSON.stringify(person)}`}
              className={styles.offer}
              title={person.email}
            >
              + {isListed && "Address of "}
              {writtenName(person)}
            </SecondaryButton>
          ))}
          <SecondaryButton intent="add" className={styles.offer}>
            + Add a songwriter
          </SecondaryButton>
        </Group>
      </FormSection>
      <FormSection
        title="Shares in %"
        aside={<SecondaryButton intent="even">Split evenly</SecondaryButton>}
      >
        <SharesTable shown={shown} typed={typed} titles={titles} kinds={kinds} />
      </FormSection>
      <FormSection title="Ask them">
        <p>
          {askText(typed.people, states)} If you change a share later, only whom it touches is asked
          again.
        </p>
        <Group gap="xs">
          <IntentButton intent="ask">Ask the songwriters</IntentButton>
          <SecondaryButton intent="save">Save for later</SecondaryButton>
        </Group>
      </FormSection>
    </>
  );
}
