import { Button, Group, Text } from "@mantine/core";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Task, TaskStatus } from "~/domain/submission/steps/task-list";
import type { FileView } from "~/domain/uploads/upload";
import { isUploadActive, percentSent } from "~/domain/uploads/upload-state";
import { replacementPendingText } from "~/domain/uploads/upload-texts";
import { formatBytes } from "~/platform/formats/bytes";
import type { StatusTone } from "~/reference/statuses";
import { FormSection } from "~/ui/form-section";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { LinkBox } from "~/ui/link-box";
import styles from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { StatusMark } from "~/ui/status-mark";
import layout from "../layout.module.css";
import { useUploadingSlots, useUploadProgress } from "../upload/use-upload";
import type { loader } from "./start-route.server";

export const meta = titled("Your submission");

export default function YourSubmission() {
  const draft = useLoaderData<typeof loader>();
  const reply = useActionData<{ url?: string }>() ?? draft.shown;
  return reply ? <ConfirmNewSubmission draft={draft} url={reply.url} /> : <TaskList {...draft} />;
}

interface TaskListProps {
  tasks: Task[];
  title: string;
  artistName: string;
  /** The path of the Continue button. */
  next: string;
  files: FileView[];
  /** The day until which the draft is kept, formatted. */
  until: string;
}

function TaskList({ tasks, title, artistName, next, files, until }: TaskListProps) {
  const name = [title && `"${title}"`, artistName && `by ${artistName}`].filter(Boolean).join(" ");
  return (
    <div className={styles.page}>
      {name && <p className="eyebrow">{name}</p>}
      <h1>Your submission</h1>
      <p className={styles.lead}>Carry on where you left off.</p>
      <ol className={layout.plain}>
        {tasks.map((task) => (
          <TaskRow key={task.step.id} {...task} />
        ))}
      </ol>
      <p>
        <Button component={Link} to={next}>
          Continue
        </Button>
      </p>
      <Files files={files} />
      <p>Everything here is kept until {until}, and for 14 days after every change.</p>
      <p className={styles.actions}>
        <Link to="/submit/continue">Continue later or on another device</Link>
      </p>
      <Form method="post" className={layout.ruled}>
        <SecondaryButton intent="ask-new">Start a new submission</SecondaryButton>
      </Form>
    </div>
  );
}

/** The files of the draft, including those that the server does not know yet. */
function Files({ files }: { files: FileView[] }) {
  const others = useUploadingSlots().filter((slot) => !files.some((file) => file.slot === slot));
  if (files.length + others.length === 0) return null;
  return (
    <FormSection title="Your files">
      <ul className={layout.plain}>
        {files.map((file) => (
          <FileRow key={file.uploadId} slot={file.slot} fileView={file} />
        ))}
        {others.map((slot) => (
          <FileRow key={slot} slot={slot} />
        ))}
      </ul>
    </FormSection>
  );
}

/** The state of a file in this tab, else on the server. */
function FileRow({ slot, fileView }: { slot: string; fileView?: FileView }) {
  const live = useUploadProgress(slot);
  const { fileName, size, state } = fileView ?? { ...live, state: undefined };
  if (live && (isUploadActive(live) || live.phase === "elsewhere"))
    return <li>{`${live.fileName}: being sent now (${percentSent(live)}%).`}</li>;
  if (live?.phase === "paused")
    return <li>{`${live.fileName}: paused. Resume it in Music Upload.`}</li>;
  if (fileView?.coming && live?.phase !== "stored")
    return <li>{replacementPendingText(fileView.coming.fileName, fileView.fileName)}</li>;
  if (state === "complete" || live?.phase === "stored")
    return <li>{`${fileName}, ${formatBytes(size ?? 0)}: stored`}</li>;
  return <li>{`${fileName}: not fully sent. Choose the same file again in Music Upload.`}</li>;
}

const tones: Record<TaskStatus, StatusTone> = {
  Completed: "good",
  "In progress": "waiting",
  "Not yet started": "neutral",
};

function TaskRow({ step, status, open }: Task) {
  const id = `status-${step.id}`;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      {open ? (
        <Link to={step.path} aria-describedby={id} className={layout.tall}>
          {step.title}
        </Link>
      ) : (
        <Text span c="dimmed" className={layout.tall}>
          {step.title}
        </Text>
      )}
      <StatusMark tone={tones[status]}>
        <span id={id}>{status}</span>
      </StatusMark>
    </Group>
  );
}

interface ConfirmNewSubmissionProps {
  draft: { title: string; until: string };
  /** The link to the draft, once it is created. */
  url: string | undefined;
}

function ConfirmNewSubmission({ draft, url }: ConfirmNewSubmissionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        Start a new submission?
      </h1>
      <p className={styles.lead}>
        {draft.title ? `"${draft.title}"` : "What you have saved so far"} is kept until{" "}
        {draft.until}, but this browser will open only the new one. To come back to it, you need its
        link.
      </p>
      {url && <LinkBox url={url} label="Link to the submission you have now" />}
      {!url && (
        <Form method="post">
          <IntentButton intent="make-link">Make a link to it first</IntentButton>
        </Form>
      )}
      {/* A page load, so that no files of the old submission remain. */}
      <Form method="post" reloadDocument>
        <IntentButton intent="start-new" variant={url ? undefined : "default"}>
          {url ? "Start a new submission" : "Start without a link"}
        </IntentButton>
      </Form>
      <p className={styles.actions}>
        <Link to="/submit" reloadDocument>
          Go back to your submission
        </Link>
      </p>
    </div>
  );
}
