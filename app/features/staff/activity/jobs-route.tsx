import { Box, Group } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { jobLabel } from "~/jobs/job-label";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { TargetLink } from "../target-link";
import { ActivityPage, RowHead } from "./activity-page";
import type { loader } from "./jobs-route.server";

function Job(job: SerializeFrom<typeof loader>["failed"][number]) {
  const { id, type, submissionId, subject, lastError, updatedAt, story } = job;
  const { name } = jobLabel(type);
  return (
    <>
      <RowHead title={name} at={updatedAt} />
      {lastError && <p>{lastError}</p>}
      <Group>
        {submissionId && (
          <TargetLink href={`/staff/submissions/${submissionId}`}>Open the entry</TargetLink>
        )}
        {type === "send-mail" && (
          <TargetLink href={`/staff/activity/mails/${subject}`}>Open the email</TargetLink>
        )}
      </Group>
      <Disclosure summary={`History (${story.length})`}>
        <Box component="ol" pl="md" mb="xs">
          {story.map(({ id: eventId, outcome, reason, detail, at, staffName }) => (
            <li key={eventId}>
              {outcome}
              {reason && ` (${reason})`}
              {staffName && `, by ${staffName}`}
              {detail && `: ${detail}`}{" "}
              <Dimmed span>
                <LocalTime at={at} />
              </Dimmed>
            </li>
          ))}
        </Box>
      </Disclosure>
      <PostButton
        intent="again"
        fields={{ job: id }}
        unseen={
          <>
            {name} of <LocalTime at={updatedAt} />
          </>
        }
      >
        Run again
      </PostButton>
    </>
  );
}

const HEADING = "Failed jobs";

export const meta = titled(HEADING);

/** Failed jobs with their histories, and messages that the queue gave up or that could not be parsed. */
export default function StaffJobs() {
  const { failed, letters } = useLoaderData<typeof loader>();
  return (
    <ActivityPage heading={HEADING} notices={{ again: "The job is running again." }}>
      <RowList rows={failed} empty="No jobs have failed.">
        {Job}
      </RowList>
      <h2>Dead letters</h2>
      <RowList rows={letters} empty="There are no dead letters.">
        {({ jobId, body, reason, at }) => (
          <>
            <RowHead title={reason} at={at} />
            {jobId && <Dimmed>Job {jobId}</Dimmed>}
            <code>{body}</code>
          </>
        )}
      </RowList>
    </ActivityPage>
  );
}
