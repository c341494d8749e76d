import { Box, Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { jobLabel } from "~/jobs/job-label";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { Notice } from "../notice";
import rowList from "../row-list.module.css";
import { TargetLink } from "../target-link";
import { ActivityNav } from "./activity-nav";
import type { loader } from "./jobs-route.server";

type Page = SerializeFrom<typeof loader>;

function Head({ title, at }: { title: string; at: string }) {
  return (
    <Group justify="space-between" align="baseline" gap="xs">
      <Text fw={600}>{title}</Text>
      <Dimmed>
        <LocalTime at={at} />
      </Dimmed>
    </Group>
  );
}

function Job({ job }: { job: Page["failed"][number] }) {
  const { id, type, submissionId, subject, lastError, at: failedAt, history } = job;
  const { name } = jobLabel(type);
  return (
    <li>
      <Head title={name} at={failedAt} />
      {lastError && <p>{lastError}</p>}
      <Group>
        {submissionId && (
          <TargetLink href={`/staff/submissions/${submissionId}`}>Open the entry</TargetLink>
        )}
        {type === "send-mail" && (
          <TargetLink href={`/staff/activity/mails/${subject}`}>Open the email</TargetLink>
        )}
      </Group>
      <Disclosure summary={`History (${history.length})`}>
        <Box component="ol" pl="md" mb="xs">
          {history.map(({ number, outcome, reason, detail, at: occurredAt, actor }) => (
            <li key={number}>
              {outcome}
              {reason && ` (${reason})`}
              {actor && `, by ${actor}`}
              {detail && `: ${detail}`}{" "}
              <Text span size="sm" c="dimmed">
                <LocalTime at={occurredAt} />
              </Text>
            </li>
          ))}
        </Box>
      </Disclosure>
      <form method="post">
        <input type="hidden" name="job" value={id} />
        <Button type="submit" variant="default">
          Run again
          <VisuallyHidden>
            {" "}
            {name} of <LocalTime at={failedAt} />
          </VisuallyHidden>
        </Button>
      </form>
    </li>
  );
}

/** Failed jobs, each with its history and a button to run it again. */
function FailedJobs({ jobs }: { jobs: Page["failed"] }) {
  if (jobs.length === 0) return <p>No jobs have failed.</p>;
  return (
    <ol className={rowList.list}>
      {jobs.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </ol>
  );
}

/** Messages that the queue gave up, or that could not be parsed. */
function DeadLetters({ letters }: { letters: Page["letters"] }) {
  return (
    <Stack component="section">
      <h2>Dead letters</h2>
      {letters.length === 0 ? (
        <p>There are no dead letters.</p>
      ) : (
        <ol className={rowList.list}>
          {letters.map(({ id, jobId, body, reason, at }) => (
            <li key={id}>
              <Head title={reason} at={at} />
              {jobId && <Dimmed>Job {jobId}</Dimmed>}
              <code>{body}</code>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

const HEADING = "Failed jobs";

export const meta = titled(HEADING);

/** Failed jobs, and the dead letters of the queue. */
export default function StaffJobs() {
  const { failed, letters } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      {params.has("again") && <Notice>The job is running again.</Notice>}
      <FailedJobs jobs={failed} />
      <DeadLetters letters={letters} />
    </Stack>
  );
}
