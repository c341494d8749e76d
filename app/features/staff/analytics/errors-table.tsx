import type { StatusTone } from "~/reference/status-tones";
import { StatusMark } from "~/ui/status-chip";
import styles from "./errors-table.module.css";

export interface ErrorRow {
  id: string;
  at: string;
  iso: string;
  severity: string;
  category: string;
  message: string;
  url: string | null;
  /** The draft or submission that the page named. */
  named: string | null;
  /** The submission it is, or became. */
  hit: string | null;
}

const tones: Record<string, StatusTone> = { CRITICAL: "bad", HIGH: "bad", MEDIUM: "waiting" };

/** The severity of an error in word, colour and shape. */
export function SeverityMark({ severity }: { severity: string }) {
  return <StatusMark tone={tones[severity] ?? "neutral"}>{severity}</StatusMark>;
}

/** An address that breaks before its path if needed. */
function Address({ url }: { url: string }) {
  const [, site = "", path = url] = /^(https?:\/\/[^/]+)(\/.*)$/.exec(url) ?? [];
  return (
    <>
      {site}
      {site && <wbr />}
      {path}
    </>
  );
}

/** The latest errors, each with a link to what was affected. */
export function ErrorsTable({ errors }: { errors: readonly ErrorRow[] }) {
  if (errors.length === 0) return <p>No recent errors</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Severity</th>
          <th scope="col">Category</th>
          <th scope="col">Message</th>
          <th scope="col">URL</th>
          <th scope="col">It hit</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ id, at, iso, severity, category, message, url, named, hit }) => (
          <tr key={id}>
            <td className={`${styles.quiet} ${styles.nowrap}`}>
              <time dateTime={iso}>{at}</time>
            </td>
            <td>
              <SeverityMark severity={severity} />
            </td>
            <td data-label="Category" className={styles.nowrap}>
              {category}
            </td>
            <td className={styles.message}>
              <a href={`/staff/errors/${id}`}>{message}</a>
            </td>
            <td data-label="URL" className={`${styles.quiet} ${styles.address}`}>
              {url === null ? "N/A" : <Address url={url} />}
            </td>
            <td data-label="It hit" className={styles.nowrap}>
              {hit && <a href={`/staff/submissions/${hit}`}>The submission</a>}
              {!hit && named && <a href={`/staff/errors/${id}#hit`}>A draft</a>}
              {!hit && !named && "N/A"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
