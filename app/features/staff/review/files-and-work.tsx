import { Alert, Box, Button, Group, Stack, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { jobLabel } from "~/jobs/job-label";
import { capitalize } from "~/platform/formats/capitalize";
import { statusLabel } from "~/reference/statuses";
import { LocalTime } from "~/ui/local-time";
import { StatusChip } from "~/ui/status-chip";
import { Dimmed } from "../dimmed";
import { FolderList } from "../folder/folder-list";
import type { FolderView } from "../folder/folders-of";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import list from "../row-list.module.css";
import type { EntryProps } from "./entry-data";
import styles from "./review.module.css";
import { SheetsSection } from "./sheets-section";

type FilesProps = ComponentProps<typeof SheetsSection> & { folders: readonly FolderView[] };

/** The files with links, and one download of all. */
export function Files({ folders, ...sheets }: FilesProps) {
  return (
    <Stack component="section" id="files">
      <Group>
        <Button component="a" href={`/staff/submissions/${sheets.id}/package`} variant="default">
          Download package
        </Button>
        <Button component="a" href={`/staff/listening/${sheets.id}`} variant="default">
          Private listening links
        </Button>
        <Button component="a" href={`/staff/delivery/${sheets.id}`} variant="default">
          Delivery
        </Button>
      </Group>
      <Dimmed>
        One zip file with tracks, pictures and clips, all answers as CSV and JSON, and a list of
        SHA-256 hashes. Anyone with a link below can open it, for 180 days.
      </Dimmed>
      <SheetsSection {...sheets} />
      {folders.map((folder) => (
        <FolderList key={folder.name} {...folder} />
      ))}
    </Stack>
  );
}

const RESENDABLE_STATES = ["waiting", "failed", "unconfirmed"];

/** The jobs of the submission; failed ones can be run again. */
export function Jobs({ jobs, mails, reply }: Pick<EntryProps, "jobs" | "mails" | "reply">) {
  return (
    <Stack component="section" id="jobs">
      <h3>Jobs</h3>
      {jobs.length === 0 && <Dimmed>There is nothing to do.</Dimmed>}
      <RowList rows={jobs}>
        {({ id, type, subject, state, attempts, lastError, updatedAt }) => {
          const mail = mails.find((one) => one.id === subject);
          const canRunAgain =
            state === "failed" || (mail !== undefined && RESENDABLE_STATES.includes(mail.state));
          const { task } = jobLabel(type);
          const jobReply = reply.job?.id === id ? reply.job : undefined;
          return (
            <>
              <p>
                <strong>{task}</strong>
                {mail && `: ${mail.subject}`}
              </p>
              <Dimmed>
                {capitalize(state)}, <LocalTime at={updatedAt} />
                {attempts > 1 && `, ${attempts} attempts`}
              </Dimmed>
              {lastError && <Dimmed c="var(--bad)">{lastError}</Dimmed>}
              {jobReply && <Alert color="bad">{jobReply.text}</Alert>}
              {canRunAgain && (
                <PostButton
                  action="#jobs"
                  intent="run-again"
                  fields={{ job: id, ...(jobReply?.ask && { mayArriveTwice: "on" }) }}
                  unseen={task}
                  mt="xs"
                >
                  {jobReply?.ask ? "Send it, even if it arrives twice" : "Run again"}
                </PostButton>
              )}
            </>
          );
        }}
      </RowList>
    </Stack>
  );
}

function mailText(text: string | null): string {
  if (text === null) return "We don't show its text, because it is secret.";
  return text || "Its text is no longer kept.";
}

export function Mails({ mails }: Pick<EntryProps, "mails">) {
  return (
    <Stack component="section" id="mails">
      <h3>Emails</h3>
      {mails.length === 0 && <Dimmed>None was written yet.</Dimmed>}
      <RowList rows={mails}>
        {({ subject, recipient, state, lastError, createdAt, text }) => (
          <>
            <details>
              <Box component="summary" py="xs" style={{ cursor: "pointer" }}>
                <strong>{subject}</strong>
                <Text component="span" size="sm" c="dimmed">
                  {" "}
                  {state}, to {recipient}, <LocalTime at={createdAt} />
                </Text>
              </Box>
              <Box p="sm" bg="gray.0" fz="sm" className={styles.written}>
                {mailText(text)}
              </Box>
            </details>
            {lastError && <Dimmed c="var(--bad)">{lastError}</Dimmed>}
          </>
        )}
      </RowList>
    </Stack>
  );
}

/** All statuses of the item, last first. */
export function StatusHistory({ history }: Pick<EntryProps, "history">) {
  return (
    <Stack component="section">
      <h3>Status</h3>
      <ol className={list.list} reversed>
        {[...history].reverse().map(({ status, at, reason, by, changes, undone }) => (
          <li key={`${at} ${status}`}>
            <StatusChip status={status} /> {changes && "Changes wanted"}
            <Dimmed>
              <LocalTime at={at} />
              {by ? `, by ${by}` : at === history[0]?.at ? ", as it came in" : ", on the board"}
              {undone && `: ${statusLabel(undone)} was undone`}
            </Dimmed>
            {reason && <p className={styles.written}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Stack>
  );
}
