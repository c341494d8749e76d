import { type ReactNode, useId } from "react";
import lists from "~/ui/lists.module.css";
import styles from "./chart.module.css";
import { formatCount } from "./format-count";

interface ChartProps {
  title: string;
  /** The chart in a sentence, for screen readers. */
  summary: string;
  /** The ticks of the vertical axis with their distance from the top, 0 to 100. */
  ticks: readonly { value: number; y: number }[];
  /** The labels below: start, middle and end. */
  axis: readonly string[];
  legend?: ReactNode;
  /** The shapes, in a square of 100 by 100. */
  children: ReactNode;
  table: {
    columns: readonly string[];
    rows: readonly { period: string; cells: readonly string[] }[];
  };
}

/** A chart drawn by the server, with its axes as text and its figures as a table. */
export function Chart({ title, summary, ticks, axis, legend, children, table }: ChartProps) {
  const id = useId();
  const marks = ticks.map(({ value, y }) => ({ text: formatCount(value), y }));
  // The labels are positioned absolutely and give the column no width.
  const width = `${Math.max(4, ...marks.map(({ text }) => text.length))}ch`;
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption className={lists.headed}>
        <h3 id={id}>{title}</h3>
        {legend}
      </figcaption>
      <div className={styles.drawing}>
        <div className={styles.amounts} style={{ width }} aria-hidden="true">
          {marks.map(({ text, y }) => (
            <span key={text} style={{ top: `${y}%` }}>
              {text}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={summary}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className={styles.shapes}
        >
          {ticks.map(({ value, y }) => (
            <line key={value} className={styles.grid} x1="0" x2="100" y1={y} y2={y} />
          ))}
          {children}
        </svg>
        <div className={styles.times} aria-hidden="true">
          {axis.map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      </div>
      <details className={styles.table}>
        <summary>As a table</summary>
        <div className={styles.scroll}>
          <table>
            <caption className="unseen">{title}, times in UTC</caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(({ period, cells }) => (
                <tr key={period}>
                  <th scope="row">{period}</th>
                  {cells.map((cell, index) => (
                    <td key={table.columns[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface BarListProps {
  /** With the length of each bar, 0 to 100. */
  rows: readonly { name: string; count: number; length: number; note?: string }[];
  columns: readonly [name: string, count: string, note?: string];
  caption: string;
}

/** Horizontal bars inside the table of their figures. */
export function BarList({ rows, columns, caption }: BarListProps) {
  return (
    <table className={styles.bars}>
      <caption className="unseen">{caption}</caption>
      <thead className="unseen">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, length, note }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <svg
                aria-hidden="true"
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                className={styles.bar}
              >
                <rect className={styles.track} width="100" height="1" />
                <rect className={styles.fill} width={length} height="1" />
              </svg>
            </th>
            <td>{formatCount(count)}</td>
            {columns.length > 2 && <td className={styles.note}>{note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
