import { Button, VisuallyHidden } from "@mantine/core";
import { jobLabel } from "../job-label";
import styles from "./activity.module.css";

interface FailedJob {
  id: string;
  type: string;
  submissionId: string | null;
  subject: string;
  lastError: string | null;
  at: string;
  history: readonly {
    number: number;
    outcome: string;
    reason: string | null;
    detail: string | null;
    at: string;
    actor: string | null;
  }[];
}

function Job({ job }: { job: FailedJob }) {
  const { id, type, submissionId, subject, lastError, at: failedAt, history } = job;
  const { name } = jobLabel(type);
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <p className={styles.words}>{name}</p>
        <p className={styles.small}>{failedAt}</p>
      </div>
      {lastError && <p>{lastError}</p>}
      {submissionId && <a href={`/staff/submissions/${submissionId}`}>What it is about</a>}
      {type === "send-mail" && <a href={`/staff/activity/mails/${subject}`}>The mail</a>}
      <details>
        <summary>
          {history.length === 1 ? "1 entry" : `${history.length} entries`} of its story
        </summary>
        <ol className={styles.story}>
          {history.map(({ number, outcome, reason, detail, at: occurredAt, actor }) => (
            <li key={number}>
              {outcome}
              {reason && ` (${reason})`}
              {actor && `, by ${actor}`}
              {detail && `: ${detail}`} <span className={styles.small}>{occurredAt}</span>
            </li>
          ))}
        </ol>
      </details>
      <form method="post">
        <input type="hidden" name="job" value={id} />
        <Button type="submit" variant="default">
          Run again
          <VisuallyHidden>
            {" "}
            {name} of {failedAt}
          </VisuallyHidden>
        </Button>
      </form>
    </li>
  );
}

/** Failed jobs, each with its history and a button to run it again. */
export function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  if (jobs.length === 0) return <p>No job has failed.</p>;
  return (
    <ol className={styles.rows}>
      {jobs.map((job) => (
        <Job key={job.id} job={job} />
      ))}
    </ol>
  );
}

interface DeadLetter {
  id: number;
  jobId: string | null;
  body: string;
  reason: string;
  at: string;
}

/** Messages that the queue gave up, or that could not be parsed. */
export function DeadLetters({ letters }: { letters: readonly DeadLetter[] }) {
  return (
    <section>
      <h2>Dead letters</h2>
      {letters.length === 0 ? (
        <p>The queue has given up no message.</p>
      ) : (
        <ol className={styles.rows}>
          {letters.map(({ id, jobId, body, reason, at }) => (
            <li key={id} className={styles.row}>
              <div className={styles.head}>
                <p className={styles.words}>{reason}</p>
                <p className={styles.small}>{at}</p>
              </div>
              {jobId && <p className={styles.small}>Job {jobId}</p>}
              <code>{body}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
