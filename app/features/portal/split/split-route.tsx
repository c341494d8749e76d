import { Alert, Group, Paper, Stack, Text, Textarea } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "~/forms/form-reply";
import { shortDate } from "~/platform/formats/dates";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import { StatusMark, StatusShape } from "~/ui/status-mark";
import { SupportContact } from "~/ui/support";
import { ReleaseArtwork } from "../dashboard/release-artwork";
import portal from "../portal.module.css";
import { PortalPage } from "../portal-page";
import { answerProgress } from "./answer-progress";
import { OwnIpi } from "./own-ipi";
import styles from "./split.module.css";
import type { action, loader } from "./split-route.server";

type SplitPage = NonNullable<SerializeFrom<typeof loader>>;
type Track = SplitPage["tracks"][number];
type OwnShare = NonNullable<Track["own"]>;

interface AnswerPageProps extends SplitPage {
  /** The outcome of the last post, from the address. */
  outcome: string;
  /** The reply to a post that was refused. */
  reply: FormReply<{ question: string; note: string }> | undefined;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  confirmed: "Thank you. We have stored your answer.",
  disputed: "Thank you. We have told the artist and our team what is wrong.",
  ipi: "Saved.",
};

function AnswerPage(props: AnswerPageProps) {
  const { artistName, release, name, isOpen, isOver, tracks, outcome, reply } = props;
  const shares = tracks.flatMap((track) => track.own ?? []);
  const inState = (state: string) => shares.filter((share) => share.state === state);
  const open = inState("waiting");
  const counts = {
    open: open.length,
    confirmed: inState("confirmed").length,
    disputed: inState("disputed").length,
  };
  const progress = answerProgress(counts, artistName);
  // The address may be edited by hand; it counts only if the stored answers agree.
  const isConsistent =
    !reply && (outcome === "ipi" ? props.ipi !== "" : inState(outcome).length > 0);
  const noticeText = reply?.trouble ?? (isConsistent ? OUTCOMES[outcome] : undefined);
  return (
    <PortalPage>
      <header className={styles.head}>
        <ReleaseArtwork src={props.artwork} />
        <Stack gap="xs">
          <p className="eyebrow">Your share as a songwriter</p>
          <h1>{release}</h1>
          <Text size="lg">
            by {artistName}. {name && `Hello ${name}.`}
          </Text>
        </Stack>
        {shares.length > 0 && (
          <p className={styles.task}>
            You wrote on {shares.length} of {tracks.length}{" "}
            {tracks.length === 1 ? "track" : "tracks"}. Please look at your share of each. Nothing
            comes out before everybody has agreed.
          </p>
        )}
      </header>
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
      {shares.length === 0 ? (
        <p>
          The artist changed these shares, and now you have none to confirm. If that is wrong, write
          to the artist or to us.
        </p>
      ) : (
        <Group component="p" gap="xs" wrap="nowrap" fw={600} c={`var(--${progress.tone})`}>
          <StatusShape tone={progress.tone} />
          {progress.text}
        </Group>
      )}
      <Paper component="ol" className={styles.answers}>
        {tracks.map((track, index) => (
          <TrackAnswer
            key={track.id}
            track={track}
            number={index + 1}
            page={{ artistName, isOpen }}
            reply={reply && reply.values.question === track.own?.key ? reply : undefined}
          />
        ))}
      </Paper>
      {isOpen && shares.length > 0 && <OwnIpi ipi={props.ipi} />}
      {isOpen && open.length > 0 && <ConfirmBar open={open} />}
      <SupportContact />
    </PortalPage>
  );
}

function ConfirmBar({ open }: { open: readonly OwnShare[] }) {
  return (
    <Paper component="section" p="sm" className={styles.bar} aria-label="Confirm">
      <Form method="post">
        <input type="hidden" name="question" value={open.map(({ key }) => key).join()} />
        <Group justify="space-between">
          <p className={styles.said}>
            <strong>{open.length === 1 ? "1 track is" : `${open.length} tracks are`} open.</strong>{" "}
            <Text span size="sm" c="dimmed">
              You can change your answer until the release goes on.
            </Text>
          </p>
          <IntentButton intent="confirm" className={styles.confirm}>
            {open.length === 1 ? `Confirm my ${open[0]?.share}%` : "Confirm all"}
          </IntentButton>
        </Group>
      </Form>
    </Paper>
  );
}

const sharesOf = (others: Track["others"]) =>
  others.map(({ name, share }) => `${name} ${share}%`).join(", ");

interface TrackAnswerProps {
  track: Track;
  number: number;
  page: Pick<SplitPage, "artistName" | "isOpen">;
  reply: AnswerPageProps["reply"];
}

function TrackAnswer({ track, number, page, reply }: TrackAnswerProps) {
  const { title, isCover, others, own } = track;
  return (
    <li className={styles.track} data-own={own ? "" : undefined}>
      <Text span c="dimmed">
        {number}
      </Text>
      <div>
        <Text fw={own && 600} c={own ? undefined : "dimmed"}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {isCover ? "Cover version" : sharesOf(others) || "Nobody else"}
        </Text>
      </div>
      {own ? (
        <Text span className={styles.mine}>
          {own.share}%
        </Text>
      ) : (
        <Text span size="sm" c="dimmed" ta="end">
          none
        </Text>
      )}
      {own && <OwnAnswer title={title} own={own} page={page} reply={reply} />}
    </li>
  );
}

/** What was answered about a share, and the form to say something else. */
function OwnAnswer({
  title,
  own,
  page,
  reply,
}: Pick<TrackAnswerProps, "page" | "reply"> & { title: string; own: OwnShare }) {
  const { key, share, state, note, answeredAt } = own;
  const isDisputed = state === "disputed";
  return (
    <div className={styles.answer}>
      {state === "confirmed" && <StatusMark tone="good">Confirmed</StatusMark>}
      {isDisputed && <StatusMark tone="bad">You said no</StatusMark>}
      {isDisputed && (
        <blockquote className={portal.quote}>
          {note}{" "}
          <Text span size="sm" c="dimmed">
            {shortDate(answeredAt ?? "")}
          </Text>
        </blockquote>
      )}
      {page.isOpen && (
        <details open={Boolean(reply)}>
          <summary className={styles.wrong}>
            {isDisputed ? "Change your answer" : "Something is wrong"}
          </summary>
          <Form method="post">
            <Stack gap="xs">
              <input type="hidden" name="question" value={key} />
              <Textarea
                id={`note-${key.split(" ")[0]}`}
                name="note"
                label={`What is wrong with ${title}?`}
                description={`${page.artistName} and our team read this.`}
                error={reply?.errors.note?.text}
                defaultValue={reply?.values.note ?? ""}
                rows={2}
              />
              <Group gap="xs">
                <SecondaryButton intent="dispute">Send this</SecondaryButton>
                {isDisputed && (
                  <IntentButton intent="confirm" variant="subtle">
                    Confirm my {share}% after all
                  </IntentButton>
                )}
              </Group>
            </Stack>
          </Form>
        </details>
      )}
    </div>
  );
}

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
