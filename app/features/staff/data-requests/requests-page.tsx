import { Button, Textarea, TextInput } from "@mantine/core";
import staffPage from "../staff-page.module.css";
import styles from "./requests-page.module.css";

interface RequestView {
  id: string;
  kind: string;
  who: string;
  askedOn: string;
  state: string;
  dueOn: string;
  isLate: boolean;
  /** Whether it is waiting and can be carried out at once. */
  waits: boolean;
  report?: { deleted: readonly string[]; kept: readonly string[] } | undefined;
  byHand: readonly string[];
  notes: readonly { id: string; by: string; text: string; at: string }[];
}

interface RequestsPageProps {
  heading: string;
  requests: { open: readonly RequestView[]; over: readonly RequestView[] };
  noticeCode?: string | undefined;
  trouble?: string | undefined;
}

const NOTICES = new Map([
  ["begins", "It begins within five minutes."],
  ["over", "It had begun already, or was taken back."],
  ["noted", "The note is written down."],
  ["recorded", "The deletion is recorded, and the artist was told by mail."],
]);

/** Requests about artists' data: open ones with their due dates, and closed ones. */
export function RequestsPage({ heading, requests, noticeCode = "", trouble }: RequestsPageProps) {
  const noticeText = NOTICES.get(noticeCode);
  return (
    <div className={staffPage.page}>
      <h1>{heading}</h1>
      {trouble && (
        <p role="alert" className={staffPage.trouble}>
          {trouble}
        </p>
      )}
      {!trouble && noticeText && (
        <p role="status" className={staffPage.said}>
          {noticeText}
        </p>
      )}
      <h2>Deletions to be done</h2>
      {requests.open.length === 0 && <p className={staffPage.quiet}>Nobody waits for one.</p>}
      {requests.open.map((request) => (
        <OpenRequest key={request.id} {...request} />
      ))}
      <details className={styles.card}>
        <summary className={styles.summary}>Somebody asked by mail or telephone</summary>
        <form method="post" className={styles.form}>
          <TextInput
            id="artist"
            name="artist"
            label="Artist id"
            description="Make sure first that it is them: write to the address of the account."
            autoComplete="off"
          />
          <div className={styles.buttons}>
            <Button type="submit" name="intent" value="record" variant="default">
              Record their deletion
            </Button>
          </div>
        </form>
      </details>
      <h2>What is over</h2>
      {requests.over.length === 0 && <p className={staffPage.quiet}>Nothing yet.</p>}
      {requests.over.map((request) => (
        <article key={request.id} className={styles.card}>
          <Head {...request} />
          <ManualSteps lines={request.byHand} />
          {request.report && (
            <details>
              <summary className={styles.summary}>What was deleted, and what is kept</summary>
              <Lines heading="Deleted" lines={request.report.deleted} />
              <Lines heading="Kept" lines={request.report.kept} />
            </details>
          )}
        </article>
      ))}
    </div>
  );
}

function Head({ kind, who, askedOn, state }: RequestView) {
  return (
    <header>
      <h3 className={styles.who}>{who}</h3>
      <p className={styles.about}>
        {kind}, asked for on {askedOn}. {state}.
      </p>
    </header>
  );
}

function OpenRequest(request: RequestView) {
  const { id, who, dueOn, isLate, waits, notes, byHand } = request;
  return (
    <article className={styles.card}>
      <Head {...request} />
      <p className={isLate ? styles.late : undefined}>
        {isLate ? "Overdue: it had to be done by " : "To be done by "}
        <strong>{dueOn}</strong>
      </p>
      <ManualSteps lines={byHand} />
      {notes.map((note) => (
        <p key={note.id} className={styles.note}>
          {note.text}
          <span className={styles.about}>
            {note.by}, {note.at}
          </span>
        </p>
      ))}
      <form method="post" className={styles.form}>
        <input type="hidden" name="request" value={id} />
        <Textarea
          id={`note-${id}`}
          name="note"
          label={`Note on the request of ${who}`}
          rows={2}
          maxLength={2000}
        />
        <div className={styles.buttons}>
          <Button type="submit" name="intent" value="note" variant="default">
            Write note
          </Button>
        </div>
      </form>
      {waits && (
        <details>
          <summary className={styles.summary}>Don't wait until then</summary>
          <form method="post" className={styles.form}>
            <input type="hidden" name="request" value={id} />
            <p>{`Everything that goes is deleted within minutes. Nobody can take that back, not even ${who}.`}</p>
            <div className={styles.buttons}>
              <Button type="submit" name="intent" value="now" variant="default">
                Carry out now
              </Button>
            </div>
          </form>
        </details>
      )}
    </article>
  );
}

/** What could not be removed automatically at other services. */
function ManualSteps({ lines }: { lines: readonly string[] }) {
  return lines.length === 0 ? null : <Lines heading="Left for you to remove" lines={lines} />;
}

function Lines({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <>
      <h4 className={styles.lines}>{heading}</h4>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
