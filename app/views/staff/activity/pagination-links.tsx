import styles from "./activity.module.css";

interface PagesProps {
  path: string;
  /** The filter of the list. */
  query: Record<string, string>;
  isFirst: boolean;
  /** The id of the last row, if there are more. */
  last?: string;
}

/** Links to older rows, and back to the latest. */
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
