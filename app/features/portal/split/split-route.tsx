import type { SerializeFrom } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import type { action, loader } from "./split-route.server";
import "@mantine/core/styles/Table.css";
import { Alert, Paper, Stack, Table, Text, Textarea } from "@mantine/core";
import type { FormReply } from "~/forms/form-reply";
import { IntentButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { SupportContact } from "~/ui/support";
import portal from "../portal.module.css";
import { PortalPage } from "../portal-page";
import { ShareState } from "./share-state";

type SplitPage = NonNullable<SerializeFrom<typeof loader>>;

interface AnswerPageProps extends SplitPage {
  /** The outcome of the last post, from the address. */
  outcome: string;
  /** The reply to a post that was refused. */
  reply: FormReply<{ question: string; note: string }> | undefined;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  confirmed: "Thank you. You have confirmed your share.",
  disputed: "Thank you. You have disputed your share. We have told the artist and our team.",
};

/** Everybody's shares, and the songwriter's own to confirm or dispute. */
function AnswerPage(props: AnswerPageProps) {
  const { artistName, release, name, isOpen, isOver, tracks, outcome, reply } = props;
  // The address may be edited by hand; it counts only if the stored answers agree.
  const isConsistent = !reply && tracks.some(({ state }) => state === outcome);
  const noticeText = reply?.trouble ?? (isConsistent ? OUTCOMES[outcome] : undefined);
  const currentQuestions = tracks.filter(({ state }) => state !== "replaced");
  const replacedCount = tracks.length - currentQuestions.length;
  return (
    <PortalPage>
      <Stack component="header" gap="xs">
        <p className="eyebrow">Your share as a songwriter</p>
        <h1>{release}</h1>
        <Text size="lg">
          by {artistName}. {name && `Hello ${name}.`} Please look at who gets which share of what
          you wrote.
        </Text>
      </Stack>
      {noticeText && (
        <Alert role="status" color={reply ? "waiting" : "good"}>
          {noticeText}
        </Alert>
      )}
      {!isOpen && (
        <p>
          {isOver
            ? "This release has moved on to the next step, so you can't change your answer here any more. If something is wrong, write to us."
            : `This link has expired. Ask ${artistName} to send you a new one.`}
        </p>
      )}
      {replacedCount > 0 && (
        <p>
          {currentQuestions.length === 0
            ? "The artist changed these shares after we sent this link. Use the newer link that we send you."
            : "The artist changed some shares after we sent this link. For those, use the newer link that we send you."}
        </p>
      )}
      {currentQuestions.map((question) => (
        <QuestionSection
          key={question.id}
          question={question}
          isOpen={isOpen}
          reply={reply?.values.question === question.id ? reply : undefined}
        />
      ))}
      <SupportContact />
    </PortalPage>
  );
}

const STATE_TEXTS: Readonly<Record<string, string>> = {
  confirmed: "You have confirmed this.",
  disputed: "You have disputed this:",
};

interface QuestionProps {
  question: SplitPage["tracks"][number];
  isOpen: boolean;
  reply: AnswerPageProps["reply"];
}

function QuestionSection({ question, isOpen, reply }: QuestionProps) {
  const { id, title, share, name, state, note, seen, shares } = question;
  const isOwnShare = (entry: { name: string; share: number }) =>
    entry.name === name && entry.share === share;
  return (
    <Paper component="section" p="sm" aria-labelledby={`title-${id}`}>
      <Stack>
        <h2 id={`title-${id}`}>{title}</h2>
        <Table captionSide="top" fz="md">
          <Table.Caption ta="start">Who gets which share</Table.Caption>
          <Table.Tbody>
            {shares.map((entry) => (
              <Table.Tr key={`${entry.name} ${entry.share}`}>
                <Table.Th scope="row" fw={isOwnShare(entry) ? 600 : 400}>
                  {entry.name}
                  {isOwnShare(entry) && " (you)"}
                </Table.Th>
                <Table.Td ta="end" fw={isOwnShare(entry) ? 600 : 400}>
                  {entry.share}%
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {STATE_TEXTS[state] && <ShareState state={state}>{STATE_TEXTS[state]}</ShareState>}
        {state === "disputed" && note && <blockquote className={portal.quote}>{note}</blockquote>}
        {isOpen && (
          <Stack gap="md">
            {state !== "confirmed" && (
              <Form method="post">
                <input type="hidden" name="question" value={id} />
                <input type="hidden" name="seen" value={seen} />
                <IntentButton intent="confirm">Confirm my {share}%</IntentButton>
              </Form>
            )}
            <Form method="post">
              <Stack>
                <input type="hidden" name="question" value={id} />
                <input type="hidden" name="seen" value={seen} />
                <Textarea
                  id={`note-${id}`}
                  name="note"
                  label={state === "disputed" ? "What is wrong now" : "Is something wrong?"}
                  description="The artist and our team read what you write here."
                  error={reply?.errors.note?.text}
                  defaultValue={reply?.values.note ?? ""}
                  rows={3}
                />
                <div>
                  <IntentButton intent="dispute" variant="default">
                    {state === "disputed" ? "Change what I said" : "Dispute my share"}
                  </IntentButton>
                </div>
              </Stack>
            </Form>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

/** The page for an unknown link. */
function InvalidSplitLink() {
  return (
    <div className={notice.page}>
      <h1>This link doesn't work</h1>
      <p className={notice.lead}>
        A part of it may be missing. Copy the whole link from the email and try again. If that
        doesn't help, ask the artist for a new link.
      </p>
      <SupportContact />
    </div>
  );
}

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Your share as a songwriter", ...SECRET_ADDRESS);

export default function AnswerSplit() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  if (!page) return <InvalidSplitLink />;
  return <AnswerPage {...page} outcome={params.get("done") ?? ""} reply={reply} />;
}
