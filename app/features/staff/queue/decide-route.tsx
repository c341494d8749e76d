import { Alert, Group, Stack, Text } from "@mantine/core";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { type MailOutcome, mailOutcomeTexts, willBeSent } from "~/domain/mail/mail-outcome";
import { serializeItemVersion } from "~/domain/review/decision";
import { IntentButton } from "~/ui/intent-button";
import { withLocalTimes } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { StatusChip } from "~/ui/status-chip";
import { DecisionFields } from "../decision-fields";
import { unlessFailed } from "../desk/desk-requests";
import { UNSENT } from "../desk/use-bulk";
import { MailPreview } from "../mail-preview";
import styles from "../row-list.module.css";
import type { SeveralReply } from "./bulk-reply.server";
import type { action, loader } from "./decide-route.server";

type BulkReply = SeveralReply & { back: string };
type BulkConfirmProps = Extract<BulkReply, { kind: "asked" }>;
type DoneProps = Extract<BulkReply, { kind: "done" }>;

const emails = (count: number) => (count === 1 ? "one email" : `${count} emails`);

/** A remark on an item whose mail is not sent at once. */
function MailRemark({ fate }: { fate: MailOutcome | undefined }) {
  if (fate === undefined || fate === "waiting") return null;
  return (
    <Text component="span" c="dimmed">
      {mailOutcomeTexts[fate]}
    </Text>
  );
}

function BulkConfirm(props: BulkConfirmProps) {
  const { chosen, hasMore, statuses, values, errors, previews, back } = props;
  const isReady = chosen.some(({ fate }) => fate !== undefined);
  const count = chosen.filter(({ fate }) => fate !== undefined && willBeSent(fate)).length;
  return (
    <form method="post" action="/staff/decide">
      <Stack maw={640}>
        <input type="hidden" name="back" value={back} />
        <p>
          {chosen.length === 1 ? "One entry is chosen." : `${chosen.length} entries are chosen.`}
          {hasMore && " More match: decide on these, then choose again."}
        </p>
        <ul className={styles.list}>
          {chosen.map(({ seen, name, status, email, why: reason, fate }) => (
            <Group key={seen.id} component="li" gap="xs">
              <input type="hidden" name="item[]" value={serializeItemVersion(seen)} />
              <strong>{name}</strong>
              <StatusChip status={status} />
              <Text component="span" c="dimmed">
                {reason ? `Left as it is. ${reason}` : email}
              </Text>
              <MailRemark fate={fate} />
            </Group>
          ))}
        </ul>
        <DecisionFields statuses={statuses} values={values} errors={errors} />
        {previews.length > 0 && (
          <>
            <h2>{previews.length > 1 ? "The emails" : "The email"}</h2>
            {count > previews.length && (
              <p>
                {previews.length > 1
                  ? "These go to the first submission and the first entry of the waiting list."
                  : "This goes to the first of them."}{" "}
                The others get the same, with their own names.
              </p>
            )}
            {previews.map((preview) => (
              <MailPreview key={preview.subject} {...preview} />
            ))}
          </>
        )}
        <Group>
          {isReady && (
            <IntentButton intent="set">
              {count > 0 ? `Set the status and send ${emails(count)}` : "Set the status"}
            </IntentButton>
          )}
          <IntentButton intent="preview" variant={isReady ? "default" : undefined}>
            {isReady ? "Look at it again" : "Look at it first"}
          </IntentButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Goes on with the entries that one request leaves. */
function RestForm({ back, rest }: { back: string; rest: NonNullable<DoneProps["rest"]> }) {
  const { items, values } = rest;
  return (
    <form method="post" action="/staff/decide">
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="status" value={values.status} />
      <input type="hidden" name="reason" value={values.reason} />
      {items.map((seen) => (
        <input key={seen.id} type="hidden" name="item[]" value={serializeItemVersion(seen)} />
      ))}
      <Stack gap="xs" align="start">
        <p>
          {items.length === 1 ? "One entry is" : `${items.length} entries are`} not decided yet: we
          do 100 at a time.
        </p>
        <IntentButton intent="set">Go on with the next</IntentButton>
      </Stack>
    </form>
  );
}

function doneText(submissions: DoneProps["done"], status: string): string {
  if (submissions.length === 0) return "Nothing was set.";
  const set = `${submissions.length === 1 ? "One is" : `${submissions.length} are`} ${status} now`;
  const count = submissions.filter(({ fate }) => willBeSent(fate)).length;
  if (count === submissions.length)
    return `${set}, and ${count === 1 ? "its email is" : "their emails are"} in the outbox.`;
  if (count === 0) return `${set}. No email goes out.`;
  return `${set}, and ${emails(count)} ${count === 1 ? "is" : "are"} in the outbox.`;
}

function BulkResult({ back, status, done, left: unchanged, rest }: DoneProps) {
  return (
    <>
      <Alert role="status" color={done.length > 0 ? "good" : "bad"}>
        {doneText(done, status)}
      </Alert>
      {rest && <RestForm back={back} rest={rest} />}
      {unchanged.length > 0 && (
        <section>
          <h2>Left as they are</h2>
          <ul className={styles.list}>
            {unchanged.map(({ id, name, why: reason }) => (
              <li key={id}>
                <a href={`/staff/submissions/${id}`}>{name}</a>
                <br />
                {withLocalTimes(reason)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <ul className={styles.list}>
          {done.map(({ id, name, fate }) => (
            <li key={id}>
              <a href={`/staff/submissions/${id}`}>{name}</a> <MailRemark fate={fate} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The desk tells itself what was not done. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  unlessFailed(() => serverAction<typeof action>(), UNSENT);

const HEADING = "Set a status for several";

export const meta = titled(HEADING);

export default function DecideSeveral() {
  const { shown } = useLoaderData<typeof loader>();
  const posted = useActionData<BulkReply>();
  const reply = posted ?? shown;
  const back = reply?.back;
  return (
    <Stack>
      <h1>{HEADING}</h1>
      {!reply && <p>Choose the entries in the queue first.</p>}
      {reply?.kind === "asked" && <BulkConfirm {...reply} />}
      {reply?.kind === "done" && <BulkResult {...reply} />}
      <p>
        <a href={back ? `/staff?${back}` : "/staff"}>Back to the queue</a>
      </p>
    </Stack>
  );
}
