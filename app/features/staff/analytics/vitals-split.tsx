import type { Hours } from "~/observability/analytics/dashboard";
import styles from "./analytics.module.css";
import { formatCount } from "./format-count";
import vitalsStyles from "./vitals.module.css";

/** The display data of web vitals, split. */
export interface SplitView {
  /** "devices", "pages", or the path of one page. */
  by: string;
  /** The start of the period, formatted. */
  since: string;
  metrics: readonly string[];
  rows: readonly { of: string; views: number; cells: readonly string[] }[];
}

const splitUrl = (hours: Hours, split?: string) =>
  `/analytics?${new URLSearchParams({ hours: String(hours), ...(split && { vitals: split }) })}#apart`;

/** Formats "phone 4g" for the table. */
function deviceLabel(name: string): string {
  const [device = "", connection = ""] = name.split(" ");
  return `${device.charAt(0).toUpperCase()}${device.slice(1)}, ${
    connection === "unknown" ? "line not told" : connection
  }`;
}

function Table({ split, hours }: { split: SplitView; hours: Hours }) {
  const { by, rows, since, metrics } = split;
  const first = by === "pages" ? "Page" : "Device and line";
  const columns = ["Views", ...metrics];
  return (
    <>
      <table className={vitalsStyles.apart}>
        <caption>
          {by === "pages" || by === "devices" ? "All that was measured" : `Measured on ${by}`} since{" "}
          {since}; three of four views were as good or better.
        </caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ of: name, views, cells }) => (
            <tr key={name}>
              <th scope="row">
                {by === "pages" ? <a href={splitUrl(hours, name)}>{name}</a> : deviceLabel(name)}
              </th>
              {[formatCount(views), ...cells].map((cell, index) => (
                <td key={columns[index]} data-label={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p>Nothing was measured in this time.</p>}
    </>
  );
}

/** Web vitals by page, device and connection: links, one of which shows a table. */
export function VitalsSplitTable({ split, hours }: { split: SplitView | undefined; hours: Hours }) {
  const links = [
    { by: undefined, name: "All together" },
    { by: "devices", name: "By device and line" },
    { by: "pages", name: "By page" },
  ] as const;
  return (
    <section className={styles.part} aria-labelledby="apart">
      <h3 id="apart">By page, device and line</h3>
      <nav aria-label="Web vitals told apart">
        <ul className={vitalsStyles.ways}>
          {links.map(({ by, name }) => (
            <li key={name}>
              <a href={splitUrl(hours, by)} aria-current={split?.by === by ? "true" : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {split && <Table split={split} hours={hours} />}
    </section>
  );
}
