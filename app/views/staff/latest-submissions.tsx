import styles from "./rows.module.css";

interface Submitted {
  id: string;
  reference: string;
  artistName: string;
  releaseTitle: string;
  /** The day, in words. */
  received: string;
}

/** What came last, each with the way to its files. */
export function LatestSubmissions({ latest }: { latest: readonly Submitted[] }) {
  if (latest.length === 0) return <p>Nothing has been submitted yet.</p>;
  return (
    <section>
      <h2>Latest submissions</h2>
      <ul className={styles.rows}>
        {latest.map(({ id, reference, artistName, releaseTitle, received }) => (
          <li key={id} className={styles.row}>
            <p className={styles.name}>
              <a href={`/staff/folders/${id}`}>
                {artistName}: {releaseTitle || "Untitled Release"}
              </a>
            </p>
            <p className={styles.about}>
              {reference}, received {received}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
