import { Alert, Group, Paper, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findingCodes, findingWords } from "~/domain/review/finding-words";
import {
  NEXT_DIGIT,
  type ReasonKind,
  reasonDigits,
  type SavedReason,
} from "~/domain/review/saved-reason";
import type { StoredReason } from "~/domain/review/saved-reasons.server";
import { type RejectionAnswer, rejectionAnswers } from "~/domain/submission/record/fix-link";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { StaffPage } from "../staff-page";
import type { action, loader, ReasonsReply } from "./reasons-route.server";

export const meta = titled("Saved reasons");

const HEADINGS: Readonly<Record<ReasonKind, string>> = {
  reject: "To reject",
  changes: "To ask for changes",
};

const newReason = (kind: ReasonKind) => `New reason ${HEADINGS[kind].toLowerCase()}`;

export default function SavedReasons() {
  const { kinds } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <StaffPage
      heading="Saved reasons"
      maxWidth={720}
      notices={
        reply
          ? undefined
          : { saved: "Saved. Everybody on the team can choose it now.", removed: "Removed." }
      }
    >
      <p>
        Choose one when you reject a submission or ask for changes. You can still change its text
        there. Write <code>{"{artist}"}</code> for the artist's name and <code>{"{title}"}</code>{" "}
        for the title of the release. Press a reason's key to choose it while you decide. A reason
        for a finding comes first when a release has that finding.
      </p>
      {reply?.trouble && <Alert color="bad">{reply.trouble}</Alert>}
      {kinds.map((ofKind) => (
        <ReasonsOfKind key={ofKind.kind} {...ofKind} reply={reply} />
      ))}
    </StaffPage>
  );
}

interface ReasonsOfKindProps {
  kind: ReasonKind;
  reasons: readonly StoredReason[];
  reply: ReasonsReply | undefined;
}

function ReasonsOfKind({ kind, reasons, reply }: ReasonsOfKindProps) {
  return (
    <Stack component="section" gap="md" aria-labelledby={`reasons-${kind}`}>
      <h2 id={`reasons-${kind}`}>{HEADINGS[kind]}</h2>
      {reasons.map((reason) => (
        <Paper key={reason.id} p="sm">
          <Text fw={600}>{reason.title}</Text>
          <Text style={{ whiteSpace: "pre-line" }}>{reason.text}</Text>
          <Dimmed>{reasonFacts(reason)}</Dimmed>
          <Disclosure summary={`Change or remove ${reason.title}`}>
            <ReasonForm
              kind={kind}
              id={reason.id}
              seen={reason.updatedAt}
              values={{
                ...reason,
                digit: String(reason.digit ?? ""),
                finding: reason.finding ?? "",
              }}
              reasons={reasons}
              reply={reply?.id === reason.id && !reply.trouble ? reply : undefined}
            />
          </Disclosure>
        </Paper>
      ))}
      <Paper p="sm">
        <h3>{newReason(kind)}</h3>
        <ReasonForm
          kind={kind}
          id=""
          seen=""
          values={{ title: "", text: "", digit: NEXT_DIGIT, finding: "", answer: "fix" }}
          reasons={reasons}
          reply={reply?.id === "" && reply.values.kind === kind ? reply : undefined}
        />
      </Paper>
    </Stack>
  );
}

/** What a rejection means, in the words of staff. */
const ANSWERS: Readonly<Record<RejectionAnswer, string>> = {
  fix: "Fix this: the artist can correct it and send it again",
  later: "Not yet: the artist can send it again later",
  final: "A final no: the artist can't send it again",
};

function reasonFacts({
  kind,
  answer,
  digit,
  finding,
  usedThisYear,
  updatedBy,
}: StoredReason): string {
  return [
    ...(kind === "reject" ? [ANSWERS[answer]] : []),
    ...(digit === null ? [] : [`Key ${digit}`]),
    ...(finding === null ? [] : [`For: ${findingWords(finding)}`]),
    `Used ${usedThisYear === 1 ? "once" : `${usedThisYear} times`} this year`,
    `Last changed by ${updatedBy}`,
  ].join(". ");
}

interface ReasonFormProps {
  kind: ReasonKind;
  id: string;
  /** The time of the last change that the form displays. */
  seen: string;
  values: Omit<ReasonsReply["values"], "kind">;
  reasons: readonly SavedReason[];
  reply: ReasonsReply | undefined;
}

/** The keys of the list; those of other reasons cannot be chosen. */
const digitChoices = (reasons: readonly SavedReason[], ownId: string) =>
  reasonDigits.map((digit) => {
    const other = reasons.find((reason) => reason.digit === digit && reason.id !== ownId);
    const label = other ? `${digit} (${other.title})` : String(digit);
    return { value: String(digit), label, disabled: other !== undefined };
  });

function ReasonForm({ kind, id, seen, values, reasons, reply }: ReasonFormProps) {
  const prefix = id || `new-${kind}`;
  // Both kinds may have a reason of one name.
  const name = id ? `${HEADINGS[kind]}: change ${values.title}` : newReason(kind);
  return (
    <PlainForm reply={reply} initial={values} aria-label={name}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="kind" value={kind} />
      <TextField id={`${prefix}-title`} name="title" label="Name" />
      <TextAreaField id={`${prefix}-text`} name="text" label="Reason" hint="The artist reads it." />
      <SelectField
        id={`${prefix}-digit`}
        name="digit"
        label="Key"
        data={[
          { value: NEXT_DIGIT, label: "The next free one" },
          { value: "", label: "None" },
          ...digitChoices(reasons, id),
        ]}
      />
      <SelectField
        id={`${prefix}-finding`}
        name="finding"
        label="For a finding"
        data={[
          { value: "", label: "None" },
          ...findingCodes.map((code) => ({ value: code, label: findingWords(code) })),
        ]}
      />
      {kind === "reject" && (
        <SelectField
          id={`${prefix}-answer`}
          name="answer"
          label="What it means"
          data={rejectionAnswers.map((value) => ({ value, label: ANSWERS[value] }))}
        />
      )}
      <Group gap="xs">
        <IntentButton intent="save">Save</IntentButton>
        {id && <SecondaryButton intent="remove">Remove</SecondaryButton>}
      </Group>
    </PlainForm>
  );
}
