import { Alert, Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { NEXT_DIGIT, reasonDigits, type SavedReason } from "~/domain/review/saved-reason";
import { IntentButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { Disclosure } from "../disclosure";
import type { action, loader, ReasonsReply } from "./reasons-route.server";

const NOTICES: Readonly<Record<string, string>> = {
  saved: "Saved. Everybody on the team can choose it now.",
  removed: "Removed.",
};

export const meta = titled("Saved reasons");

export default function SavedReasons() {
  const { reasons } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const notice = reply ? undefined : NOTICES[params.get("said") ?? ""];
  return (
    <Stack gap="md" maw={720}>
      <h1>Saved reasons</h1>
      <p>
        Choose one when you reject a submission. You can still change its text there. Write{" "}
        <code>{"{artist}"}</code> for the artist's name and <code>{"{title}"}</code> for the title
        of the release. A reason with a key is chosen by that key when you decide by keys.
      </p>
      {notice && (
        <Alert role="status" color="good">
          {notice}
        </Alert>
      )}
      {reply?.trouble && <Alert color="bad">{reply.trouble}</Alert>}
      {reasons.map((reason) => (
        <Paper key={reason.id} p="sm">
          <Text fw={600}>{reason.title}</Text>
          <Text style={{ whiteSpace: "pre-line" }}>{reason.text}</Text>
          <Text size="sm" c="dimmed">
            {reason.digit !== null && `Key ${reason.digit}. `}Changed last by {reason.updatedBy}
          </Text>
          <Disclosure summary={`Change or remove ${reason.title}`}>
            <ReasonForm
              id={reason.id}
              seen={reason.updatedAt}
              values={{ ...reason, digit: String(reason.digit ?? "") }}
              reasons={reasons}
              reply={reply?.id === reason.id && !reply.trouble ? reply : undefined}
            />
          </Disclosure>
        </Paper>
      ))}
      <Paper p="sm">
        <h2>New reason</h2>
        <ReasonForm
          id=""
          seen=""
          values={{ title: "", text: "", digit: NEXT_DIGIT }}
          reasons={reasons}
          reply={reply?.id === "" ? reply : undefined}
        />
      </Paper>
    </Stack>
  );
}

interface ReasonFormProps {
  id: string;
  /** The time of the last change that the form displays. */
  seen: string;
  values: ReasonsReply["values"];
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

function ReasonForm({ id, seen, values, reasons, reply }: ReasonFormProps) {
  const { title, text, digit } = reply?.values ?? values;
  const prefix = id || "new";
  return (
    <form method="post" aria-label={id ? `Change ${values.title}` : "New reason"}>
      <Stack>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="seen" value={seen} />
        <TextInput
          id={`${prefix}-title`}
          name="title"
          label="Name"
          defaultValue={title}
          error={reply?.errors.title?.text}
        />
        <Textarea
          id={`${prefix}-text`}
          name="text"
          label="Reason"
          description="The artist reads it."
          rows={5}
          defaultValue={text}
          error={reply?.errors.text?.text}
        />
        <NativeSelect
          id={`${prefix}-digit`}
          name="digit"
          label="Key"
          defaultValue={digit}
          error={reply?.errors.digit?.text}
          data={[
            { value: NEXT_DIGIT, label: "The next free one" },
            { value: "", label: "None" },
            ...digitChoices(reasons, id),
          ]}
        />
        <Group gap="xs">
          <IntentButton intent="save">Save</IntentButton>
          {id && (
            <IntentButton intent="remove" variant="default">
              Remove
            </IntentButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}
