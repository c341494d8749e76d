import { Group, Paper, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { type MouseEvent, useMemo, useState } from "react";
import { checkDetails } from "~/domain/artists/release/check-details";
import { ALL_TRACKS, readDetails } from "~/domain/artists/release/details";
import {
  groupMissing,
  type MissingGroup,
  summarizeMissing,
} from "~/domain/artists/release/missing-groups";
import { findRightsGaps } from "~/domain/artists/release/rights";
import { findLargeProofs } from "~/domain/artists/release/rights-proofs";
import type { FieldErrors } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { longTime } from "~/platform/formats/dates";
import { fieldId } from "~/ui/field";
import { useCurrentValues } from "~/ui/form-reply-context";
import { FormSection } from "~/ui/form-section";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { revealField } from "~/ui/reveal-field";
import { AutosaveForm, type AutosaveReply } from "../autosave-form";
import portal from "../portal.module.css";
import { TeamNote } from "../submission/team-note";
import { LanguageList } from "./other-languages";
import type { loader } from "./release-details-route.server";
import { ReleaseFields } from "./release-fields";
import { RELEASE_SAVE_TEXTS, ReleasePage } from "./release-head";
import { TrackFields } from "./track-fields";

type DetailsView = SerializeFrom<typeof loader>;

interface DetailsPageProps extends DetailsView {
  reply: AutosaveReply | undefined;
  noticeCode: string | undefined;
}

const NOTICES: Readonly<Record<string, string>> = {
  sent: "Sent. Thank you: we have what we need for now. You can still change it and send it again.",
  saved: "Saved. Send it to us when nothing is missing.",
};

/** The details of a release that distribution still needs. */
export function DetailsPage(props: DetailsPageProps) {
  const { head, note, page, values, tracks, sentAt, changedSince, savedAt, shares } = props;
  const { today, reply, noticeCode, proofs } = props;
  const check = useMemo(
    () => (formValues: FormValues) =>
      checkDetails(readDetails(formValues, { tracks }), { tracks }, new Date(today)),
    [tracks, today],
  );
  const [currentValues, setCurrentValues] = useCurrentValues(values, reply);
  const summarize = (errors: FieldErrors) => summarizeMissing(errors, { tracks });
  const missing = useMemo(() => check(toFormValues(currentValues)), [check, currentValues]);
  const details = useMemo(
    () => readDetails(toFormValues(currentValues), { tracks }),
    [currentValues, tracks],
  );
  const rightsGaps = useMemo(
    () => findRightsGaps(details, { tracks }, proofs),
    [details, tracks, proofs],
  );
  const countMissing = (index: number) =>
    Object.keys(missing).filter((name) => name.startsWith(`tracks[${index}].`)).length;
  const firstIncomplete = tracks.findIndex((_, index) => countMissing(index) > 0);
  const [openIndex] = useState(firstIncomplete);
  const hasErrors = (index: number) =>
    Object.keys(reply?.errors ?? {}).some((name) => name.startsWith(`tracks[${index}].`));
  return (
    <ReleasePage
      title="Release details"
      head={head}
      lead="Stores need these details before your release can come out. We save what you type. Send it when nothing is missing."
      back={
        <>
          <p>
            <Link to={`/submission/${encodeURIComponent(head.id)}`} discover="none">
              Progress, and what you sent
            </Link>
          </p>
          {note && <TeamNote note={note} />}
        </>
      }
      notice={noticeCode && !reply ? NOTICES[noticeCode] : undefined}
    >
      <AutosaveForm
        page={page}
        savedAt={savedAt}
        reply={reply}
        check={check}
        texts={RELEASE_SAVE_TEXTS}
        saved={values}
        submitIntent="send"
        summarize={summarize}
        onFormInput={setCurrentValues}
        prepareFiles={checkFiles}
      >
        <ReleaseFields trackCount={tracks.length} people={values.people} proofs={proofs} />
        {tracks.length > 0 && (
          <FormSection title={tracks.length === 1 ? "The track" : "The tracks"}>
            {tracks.length > 1 && (
              <Group gap="xs">
                <SecondaryButton intent={ALL_TRACKS.assign}>
                  Assign every missing ISRC
                </SecondaryButton>
                <SecondaryButton intent={ALL_TRACKS.clean}>
                  No other track is explicit
                </SecondaryButton>
                <SecondaryButton intent={ALL_TRACKS.original}>
                  No other track is a cover or has samples
                </SecondaryButton>
              </Group>
            )}
            <Stack component="ol" className={portal.list}>
              {tracks.map((track, index) => (
                <TrackFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: tracks of a submission never move.
                  key={index}
                  track={track}
                  index={index}
                  proofs={proofs}
                  asksAboutAi={tracks.length > 1 && details.ai === "yes"}
                  missingCount={countMissing(index)}
                  isOpen={tracks.length < 3 || index === openIndex || hasErrors(index)}
                />
              ))}
            </Stack>
          </FormSection>
        )}
        <SharesSection shares={shares} id={head.id} />
        <FinishSection
          groups={groupMissing(missing, { tracks })}
          rightsGroups={groupMissing(rightsGaps, { tracks })}
          sentAt={sentAt}
          changedSince={changedSince}
        />
        <LanguageList languages={props.languages} />
      </AutosaveForm>
    </ReleasePage>
  );
}

const checkFiles = async (data: FormData) => findLargeProofs(data);

/** The server's values are nested by field names, as those of a form are. */
const toFormValues = (values: object): FormValues => ({ ...values });

function SharesSection({ shares, id }: { shares: DetailsView["shares"]; id: string }) {
  const { writers, confirmed, waiting, disputed, unasked } = shares;
  if (writers === 0) return null;
  const shareGroups = [
    [confirmed, "confirmed"],
    [waiting, "waiting"],
    [disputed, "disputed"],
    [unasked, "not asked yet"],
  ] as const;
  return (
    <FormSection
      title="Songwriters’ shares"
      hint="Ask each songwriter to confirm their share before money comes in. They don't need an account."
    >
      <p>
        {shareGroups.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(", ")}
        . <Link to={`/release-details/${encodeURIComponent(id)}/splits`}>Open the shares</Link>
      </p>
    </FormSection>
  );
}

/** Moves the focus to a field by script, also in a closed track; without script the link does. */
function jumpToField(event: MouseEvent, name: string) {
  event.preventDefault();
  void revealField(document.body, name);
}

function MissingList({ groups }: { groups: readonly MissingGroup[] }) {
  return groups.map(({ title, lines }) => (
    <div key={title}>
      <Text component="h3" fw={600} ff="text">
        {title}
      </Text>
      <Stack component="ul" gap={0} ps="md" className={portal.links}>
        {lines.map(({ field, text }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event: MouseEvent) => jumpToField(event, field)}
            >
              {text}
            </a>
          </li>
        ))}
      </Stack>
    </div>
  ));
}

interface FinishProps {
  groups: readonly MissingGroup[];
  /** Open rights questions, which may be answered later. */
  rightsGroups: readonly MissingGroup[];
  sentAt: string | undefined;
  changedSince: boolean;
}

function FinishSection({ groups, rightsGroups, sentAt, changedSince }: FinishProps) {
  return (
    <Paper component="section" p="sm" aria-labelledby="finish">
      <Stack>
        <h2 id="finish">{groups.length === 0 ? "Nothing is missing" : "Still missing"}</h2>
        {sentAt && (
          <p>
            You sent this on {longTime(sentAt)}.{" "}
            {changedSince
              ? "You have changed it since. Send it again so that we get the new version."
              : "We have this version."}
          </p>
        )}
        <MissingList groups={groups} />
        {rightsGroups.length > 0 && (
          <>
            <p>
              <strong>Still to answer about rights.</strong> You can send the details without it,
              but we need it before the release goes out.
            </p>
            <MissingList groups={rightsGroups} />
          </>
        )}
        <Group gap="xs">
          <IntentButton intent="send">{sentAt ? "Send again" : "Send the details"}</IntentButton>
          <SecondaryButton intent="save">Save for later</SecondaryButton>
        </Group>
      </Stack>
    </Paper>
  );
}
