import styles from "./activity.module.css";

interface PagesProps {
  path: string;
  /** What the list is filtered by. */
  query: Record<string, string>;
  isFirst: boolean;
  /** The id of the last row, where there are more. */
  last?: string;
}

/** The ways to the rows before these, and back to the latest. */
export function PaginationLinks({ path, query, isFirst, last }: PagesProps) {
  if (isFirst && last === undefined) return null;
  const to = (more: Record<string, string>) => {
    const params = new URLSearchParams({ ...query, ...more });
    return params.size > 0 ? `${path}?${params}` : path;
  };
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {!isFirst && <a href={to({})}>The latest</a>}
      {last !== undefined && <a href={to({ before: last })}>Older</a>}
    </nav>
  );
}
