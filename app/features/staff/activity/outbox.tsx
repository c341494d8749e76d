import styles from "./activity.module.css";
import { MailState } from "./mail-state";
import { PaginationLinks } from "./pagination-links";

interface OutboxProps {
  state?: string;
  states: readonly { name: string; count: number }[];
  mails: readonly {
    id: string;
    kind: string;
    recipient: string;
    subject: string;
    state: string;
    lastError: string | null;
    at: string;
  }[];
  isFirst: boolean;
  last?: string;
}

const PATH = "/staff/activity/mails";

/** The mails of one state, or all, each with a link to its content. */
export function Outbox({ state, states, mails, isFirst, last }: OutboxProps) {
  const query: Record<string, string> = state ? { state } : {};
  return (
    <>
      <nav aria-label="State" className={styles.states}>
        <a href={PATH} aria-current={state ? undefined : "page"}>
          All
        </a>
        {states.map(({ name, count }) => (
          <a
            key={name}
            href={`${PATH}?state=${name}`}
            aria-current={state === name ? "page" : undefined}
          >
            {name} ({count})
          </a>
        ))}
      </nav>
      {mails.length === 0 ? (
        <p>No mail is here.</p>
      ) : (
        <ol className={styles.rows}>
          {mails.map(({ id, kind, recipient, subject, state: mailState, lastError, at }) => (
            <li key={id} className={styles.row}>
              <div className={styles.head}>
                <a href={`${PATH}/${id}`}>{subject}</a>
                <MailState state={mailState} />
              </div>
              <p>{recipient}</p>
              <p className={styles.small}>
                {kind}, {at}
              </p>
              {lastError && <p className={styles.small}>{lastError}</p>}
            </li>
          ))}
        </ol>
      )}
      <PaginationLinks path={PATH} query={query} isFirst={isFirst} last={last} />
    </>
  );
}
