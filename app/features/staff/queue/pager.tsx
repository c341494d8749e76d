import styles from "./pager.module.css";

/** Links to the previous and the next page. */
export function Pager({
  before,
  after,
}: {
  before?: string | undefined;
  after?: string | undefined;
}) {
  if (!before && !after) return null;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      {before ? (
        <a href={before} rel="prev">
          Earlier in the queue
        </a>
      ) : (
        <span />
      )}
      {after && (
        <a href={after} rel="next">
          Further down the queue
        </a>
      )}
    </nav>
  );
}
