import styles from "./analytics.module.css";
import { BarList } from "./chart";
import { formatCount } from "./format-count";

interface StateCount {
  name: string;
  count: number;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function States({
  title,
  states,
  path,
}: {
  title: string;
  states: readonly StateCount[];
  path: string;
}) {
  return (
    <div className={styles.panel}>
      <h3>{title}</h3>
      <dl className={styles.states}>
        {states.map(({ name, count }) => (
          <div key={name}>
            <dt>{capital(name)}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={path}>Look through them</a>
      </p>
    </div>
  );
}

interface QueueStatsProps {
  work: {
    depth: number;
    /** The age of the oldest job, formatted. */
    oldest: string | undefined;
    jobs: readonly StateCount[];
    mails: readonly StateCount[];
  };
}

/** The queue, and the states of jobs and mails. */
export function QueueStats({ work: { depth, oldest, jobs, mails } }: QueueStatsProps) {
  return (
    <section className={styles.part} aria-labelledby="work">
      <h2 id="work">Background work</h2>
      <div className={styles.columns}>
        <div className={styles.panel}>
          <h3>Queue</h3>
          <dl className={styles.states}>
            <div>
              <dt>Depth</dt>
              <dd>{formatCount(depth)}</dd>
            </div>
            <div>
              <dt>Oldest waits for</dt>
              <dd>{oldest ?? "N/A"}</dd>
            </div>
          </dl>
        </div>
        <States title="Jobs" states={jobs} path="/staff/activity/jobs" />
        <States title="Mails" states={mails} path="/staff/activity/mails" />
      </div>
      <p className={styles.quiet}>
        What is done, sent or stopped is counted in the time window, all else however old it is.
      </p>
    </section>
  );
}

interface FunnelProps {
  funnel: {
    rows: readonly { name: string; count: number; length: number; share: string }[];
    abandoned: readonly { step: string; count: number }[];
  };
}

/** How many drafts reached each step. */
export function Funnel({ funnel: { rows, abandoned } }: FunnelProps) {
  return (
    <section className={styles.part} aria-labelledby="funnel">
      <h2 id="funnel">From opening to submitting</h2>
      <BarList
        caption="Drafts by how far they came"
        columns={["Step", "Drafts", "Of those opened"]}
        rows={rows.map(({ share, ...row }) => ({ ...row, note: share }))}
      />
      <p className={styles.quiet}>
        Each step counts when it is passed, by drafts opened before this time too. Where they are
        more than were opened, there is no share.
      </p>
      {abandoned.length > 0 && (
        <p>
          Abandoned at:{" "}
          {abandoned.map(({ step, count }) => `${step} (${formatCount(count)})`).join(", ")}.
        </p>
      )}
    </section>
  );
}

interface UploadStatsProps {
  uploads: readonly {
    browser: string;
    stored: number;
    speed: string;
    wait: string;
    stalls: string;
    resumes: string;
    failed: readonly number[];
  }[];
}

/** Upload statistics by browser. */
export function UploadStats({ uploads }: UploadStatsProps) {
  return (
    <section className={styles.part} aria-labelledby="uploads">
      <h2 id="uploads">Upload health</h2>
      {uploads.length === 0 ? (
        <p>No uploads in this time.</p>
      ) : (
        <div className={styles.columns}>
          {uploads.map(({ browser, stored, speed, wait, stalls, resumes, failed }) => (
            <div key={browser} className={styles.panel}>
              <h3>{capital(browser)}</h3>
              <dl className={styles.states}>
                {[
                  ["Stored", formatCount(stored)],
                  ["Speed", speed],
                  ["From choice to stored", wait],
                  ["Stalls a file", stalls],
                  ["Resumes a file", resumes],
                  ["Failed at the start", formatCount(failed[0] ?? 0)],
                  ["Failed on the way", formatCount(failed[1] ?? 0)],
                  ["Failed at the end", formatCount(failed[2] ?? 0)],
                ].map(([name, figure]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{figure}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
      <p className={styles.quiet}>
        Speed is that of the middle file; three of four were stored within the time told here.
      </p>
    </section>
  );
}
